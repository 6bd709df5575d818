/** `admin research …`: tries research providers with the operator's own credentials. */
import { describeIssue } from '../../../core/describe-issue.ts';
import { openManufacturerTableStore, openProviderQuota } from '../../../adapters/dynamodb/open-stores.ts';
import { Command, Option } from 'commander';
import { textSecret } from '../../../adapters/secrets/text-secret.ts';
import { chainLinkSchema, type ChainLinkSettings } from '../../../core/sourcing/research/chain-configuration.ts';
import { parseGtin } from '../../../core/index/part-keys/gtin.ts';
import { readPart } from '../../../core/index/lookup/read-part.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { EXIT_NOTHING_FOUND } from '../console/exit-codes.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printTrial } from './research/print-trial.ts';
import { readSecretFile } from './research/secret-file.ts';
import { tryPart } from './research/try-part.ts';
import { openItemIndex } from '../stage/open-item-index.ts';
import { tablesOf, type OpenStage } from '../stage/open-stage.ts';
import { runCommand } from '../stage/run-command.ts';

const PROVIDERS = chainLinkSchema.def.options.flatMap(({ shape }) => shape.provider.def.values);
const SECRET_FILE = '.local/research-secrets.json';
/** A placeholder name for the secret that the stack creates for an HTTP provider. */
const OF_THE_STACK = 'of-the-stack';
/** Quota of providers that the stage's settings do not name. */
const FEW = { perDay: 100, perMinute: 10 };

interface TryOptions {
  readonly gtin?: string;
  readonly provider?: ChainLinkSettings['provider'];
  readonly secrets?: string;
  readonly shop?: string;
  readonly page?: string;
}

export function researchCommand(): Command {
  return new Command('research').description('Try research providers').addCommand(tryCommand());
}

function tryCommand(): Command {
  return new Command('try')
    .description('Ask the providers for a part with your own credentials; the result is not stored')
    .argument('<manufacturer>', 'manufacturer, in any known spelling')
    .argument('<number>', 'part number')
    .option('--gtin <digits>', 'GTIN that the part must have; also used to ask providers that support it')
    .addOption(new Option('--provider <provider>', 'only this provider, even if it is off').choices(PROVIDERS))
    .option('--secrets <file>', `file with your credentials, mode 0600 (locally ${SECRET_FILE})`)
    .option('--shop <name>', 'your Icecat account, if the settings name none')
    .option('--page <address>', 'URL of a manufacturer’s product pages, with {number} in it, if the settings name none')
    .action((manufacturer: string, number: string, options: TryOptions, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const part = readPart({ manufacturer: manufacturer, part_number: number });
        if (!part.ok || part.value.by !== 'part')
          throw new OperatorError('Manufacturer and part number both need a letter or a digit.', {
            code: 'wrong_arguments',
          });
        if (options.gtin !== undefined && !parseGtin(options.gtin).ok)
          throw new OperatorError('The GTIN has a wrong number of digits or a wrong check digit.', {
            code: 'wrong_arguments',
          });
        const links = linksOf(stage, manufacturer, options);
        const secrets = await readSecrets(stage, options, links);
        const clock = { nowMs: () => Date.now() };
        const manufacturers = openManufacturerTableStore(tablesOf(stage));
        const trial = await tryPart(links, part.value, options.gtin, {
          quota: openProviderQuota(tablesOf(stage)),
          manufacturers: () => manufacturers.current(),
          index: openItemIndex(stage),
          clock,
          secret: secrets,
        });
        if (trial.item === undefined) process.exitCode = EXIT_NOTHING_FOUND;
        answer({ ...trial, stored: false }, () => {
          printTrial(trial);
          next('Look up the part in the index', `items find "${manufacturer}" "${number}"`);
        });
      }),
    );
}

/** Returns the providers of the stage, or the named one. @throws {OperatorError} when there is none */
function linksOf(stage: OpenStage, manufacturer: string, options: TryOptions): readonly ChainLinkSettings[] {
  const { research, docsBaseUrl } = stageSettings(stage.stage);
  const given = research.researcher === 'chain' ? research.links : [];
  const own = [
    ...(options.shop === undefined
      ? []
      : [{ provider: 'icecat', shopName: options.shop, secretName: 'icecat', ...FEW }]),
    ...(options.page === undefined
      ? []
      : [{ provider: 'pages', contact: docsBaseUrl, pages: [{ manufacturer, address: options.page }], ...FEW }]),
    ...(research.researcher === 'http'
      ? [{ provider: 'http', url: research.url, secretName: OF_THE_STACK, ...FEW }]
      : []),
  ];
  const owned = new Set(own.map(({ provider }) => provider));
  const all = [...given.filter(({ provider }) => !owned.has(provider)), ...own];
  const wanted = all.filter(({ provider }) => options.provider === undefined || provider === options.provider);
  if (wanted.length === 0)
    throw new OperatorError('The settings of the stage name no such provider.', {
      code: 'no_provider',
      fix: 'Add --shop NAME for Icecat, or --page "https://…/{number}" for product pages of the manufacturer.',
    });
  return wanted.map((link) => {
    const parsed = chainLinkSchema.safeParse(link, { error: describeIssue });
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new OperatorError(`${link.provider}: ${issue?.path.join('.')} ${issue?.message}.`, {
      code: 'wrong_settings',
    });
  });
}

/** Reads credentials from a file if one is given or the stage is local, otherwise from the stage's secrets. */
async function readSecrets(
  stage: OpenStage,
  { secrets: file }: TryOptions,
  links: readonly ChainLinkSettings[],
): Promise<(name: string) => () => Promise<string>> {
  const keyed = links.flatMap((link) => (link.provider === 'pages' ? [] : [link]));
  if (keyed.length === 0) return () => async () => '';
  if (file === undefined && stage.stage !== 'local')
    return (name) =>
      textSecret(stage.secrets, name === OF_THE_STACK ? stage.output('ResearchSecretId') : name, () => Date.now());
  const own = await readSecretFile(file ?? SECRET_FILE);
  const byName = new Map<string, string>();
  for (const { provider, secretName } of keyed) {
    const secret = own.get(provider);
    if (secret === undefined)
      throw new OperatorError(`${file ?? SECRET_FILE} has no credentials for ${provider}.`, {
        code: 'secrets_missing',
        fix: `Add "${provider}" to it, or choose another --provider.`,
      });
    byName.set(secretName, secret);
  }
  return (name) => async () => byName.get(name) ?? '';
}
