/**
 * Replaces the AWS SDK's reading of its settings in bundles: Lambda gives them in the environment, so no configuration
 * file is looked for at the first request, and no metadata service is asked for the region
 * (docs/decisions/0024-cold-start.md). If a package imports a name that is missing here, the bundling fails, not the
 * function.
 */
type Environment = Readonly<Record<string, string | undefined>>;
type Provider<Value> = () => Promise<Value>;

interface Setting<Value> {
  readonly environmentVariableSelector: (env: Environment, options?: object) => Value | undefined;
  readonly default?: Value | Provider<Value>;
}

/** Reads the setting once. Its default stands when the variable is missing or has no meaning, as in the SDK. */
export function loadConfig<Value>(setting: Setting<Value>, options: object = {}): Provider<Value | undefined> {
  let read: Promise<Value | undefined> | undefined;
  return () => (read ??= readSetting(setting, options));
}

async function readSetting<Value>(setting: Setting<Value>, options: object): Promise<Value | undefined> {
  const { environmentVariableSelector, default: otherwise } = setting;
  try {
    const value = environmentVariableSelector(process.env, options);
    if (value !== undefined) return value;
  } catch {
    // The default follows.
  }
  return typeof otherwise === 'function' ? (otherwise as Provider<Value>)() : otherwise;
}

/** Named in the messages of `booleanSelector`. */
export const SelectorType = { ENV: 'env', CONFIG: 'shared config entry' };

export function booleanSelector(env: Environment, name: string, type: string): boolean | undefined {
  const value = env[name];
  if (value === undefined) return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new Error(`Cannot load ${type} "${name}". Expected "true" or "false", got ${value}.`);
}

export const DEFAULT_USE_DUALSTACK_ENDPOINT = false;
export const DEFAULT_USE_FIPS_ENDPOINT = false;
export const NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS = switchOf('AWS_USE_DUALSTACK_ENDPOINT');
export const NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS = switchOf('AWS_USE_FIPS_ENDPOINT');

function switchOf(name: string): Setting<boolean> {
  return { environmentVariableSelector: (env) => booleanSelector(env, name, SelectorType.ENV), default: false };
}

export const REGION_ENV_NAME = 'AWS_REGION';
export const REGION_INI_NAME = 'region';
export const NODE_REGION_CONFIG_OPTIONS: Setting<string> = {
  environmentVariableSelector: (env) => env[REGION_ENV_NAME],
  default: () => Promise.reject(new Error('Region is missing')),
};
export const NODE_REGION_CONFIG_FILE_OPTIONS = {};

/** Lambda sets the region, so that it is neither checked nor one of the former names for FIPS. */
export const resolveRegionConfig = <Config>(config: Config): Config => config;

/** The functions give each client its own limits of time and tries. */
export const resolveDefaultsModeConfig = () => (): Promise<'legacy'> => Promise.resolve('legacy');

export const CONFIG_PREFIX_SEPARATOR = '.';

/** Credentials come from the environment alone, so that no further provider is tried after one. */
export class ProviderError extends Error {}

export class CredentialsProviderError extends ProviderError {
  override readonly name = 'CredentialsProviderError';
}
