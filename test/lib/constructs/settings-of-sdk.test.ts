/** How the AWS SDK reads its settings in bundles: as the SDK itself does, but from the environment alone. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  booleanSelector,
  loadConfig,
  NODE_REGION_CONFIG_OPTIONS,
  NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS,
  SelectorType,
} from '../../../lib/constructs/in-bundles/settings-of-sdk.ts';

beforeEach(() => void vi.stubEnv('AWS_REGION', 'eu-central-1'));
afterEach(() => void vi.unstubAllEnvs());

describe('a setting of the AWS SDK in a bundle', () => {
  test.each([
    ['true', true],
    ['false', false],
    [undefined, false],
    ['yes', false],
  ])('is read from its variable, and is the default without one that has a meaning: %s', async (value, read) => {
    vi.stubEnv('AWS_USE_FIPS_ENDPOINT', value);
    expect(await loadConfig(NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS)()).toBe(read);
  });

  test('is read once', async () => {
    const region = loadConfig(NODE_REGION_CONFIG_OPTIONS);
    expect(await region()).toBe('eu-central-1');
    vi.stubEnv('AWS_REGION', 'us-east-1');
    expect(await region()).toBe('eu-central-1');
  });

  test('takes a default that is computed', async () => {
    const setting = { environmentVariableSelector: () => undefined, default: () => Promise.resolve('computed') };
    expect(await loadConfig(setting)()).toBe('computed');
  });

  test('is passed the options of its client', async () => {
    const environmentVariableSelector = (_env: object, options?: object) => options;
    expect(await loadConfig({ environmentVariableSelector }, { signingName: 'x' })()).toEqual({ signingName: 'x' });
  });

  test('is missed when it is the region', async () => {
    vi.stubEnv('AWS_REGION', undefined);
    await expect(loadConfig(NODE_REGION_CONFIG_OPTIONS)()).rejects.toThrow('Region is missing');
  });

  test('says which variable has no meaning', () => {
    expect(() => booleanSelector({ SOME: 'yes' }, 'SOME', SelectorType.ENV)).toThrow(
      'Cannot load env "SOME". Expected "true" or "false", got yes.',
    );
  });
});
