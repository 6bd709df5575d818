/** `admin research …`: the providers of research, tried with the operator's own credentials. */
import { Command, Option } from 'commander';
import { DynamoManufacturerTableStore } from '../../adapters/dynamodb/manufacturers/dynamo-manufacturer-table-store.ts';
import { DynamoProviderQuota } from '../../adapters/dynamodb/enrichment/dynamo-provider-quota.ts';
import { textSecret } from '../../adapters/secrets/text-secret.ts';
import { chainLinkSchema, type ChainLinkSettings } from '../../core/research/chain-configuration.ts';
import { parseGtin } from '../../core/part-keys/gtin.ts';
import { readPart } from '../../core/lookup/read-part.ts';
import { stageSettings } from '../../lib/settings/stage-settings.ts';
import { EXIT_NOTHING_FOUND } from './console/exit-codes.ts';
import { OperatorError } from './console/operator-error.ts';
import { printTrial } from './research/print-trial.ts';
import { readSecretFile } from './research/secret-file.ts';
import { tryPart } from './research/try-part.ts';
import { openProductIndex } from './stage/open-product-index.ts';
import type { OpenStage } from './stage/open-stage.ts';
import { runCommand } from './stage/run-command.ts';

const PROVIDERS = ['icecat', 'pages', 'http'] as const;
const SECRET_FILE = '.local/research-secrets.json';
/** In the place of a name: the secret that the stack made for a provider that speaks the service’s own contract. */
const OF_THE_STACK = 'of-the-stack';
/** Of providers that the stage's settings do not name. */
const FEW = { perDay: 100, perMinute: 10 };

interface TryOptions {
  readonly gtin?: string;
  readonly provider?: (typeof PROVIDERS)[number];
  readonly secrets?: string;
  readonly shop?: string;
  readonly page?: string;
}

export function researchCommand(): Command {
  return new Command('research').description('Providers of research: try').addCommand(tryCommand());
}

function tryCommand(): Command {
  return new Command('try')
    .description('Ask the providers for a part, with your own credentials; nothing of it is stored')
    .argument('<manufacturer>', 'the manufacturer, as people write it')
    .argument('<number>', 'its part number')
    .option('--gtin <digits>', 'a barcode that the part must bear; asked by it where a provider can')
    .addOption(new Option('--provider <provider>', 'this one alone, even if it is off').choices(PROVIDERS))
    .option('--secrets <file>', `your credentials, mode 0600 (locally ${SECRET_FILE})`)
    .option('--shop <name>', 'your Icecat account, where the settings name none')
    .option('--page <address>', 'a product page of the manufacturer, with {number} in it, where the settings name none')
    .action((manufacturer: string, number: string, options: TryOptions, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const part = readPart({ manufacturer: manufacturer, part_number: number });
        if (!part.ok || part.value.by !== 'part')
          throw new OperatorError('Manufacturer and number both need a letter or a digit.', {
            code: 'wrong_arguments',
          });
        if (options.gtin !== undefined && !parseGtin(options.gtin).ok)
          throw new OperatorError('The barcode has a wrong number of digits, or a wrong check digit.', {
            code: 'wrong_arguments',
          });
        const links = linksOf(stage, manufacturer, options);
        const secrets = await readSecrets(stage, options, links);
        const clock = { nowMs: () => Date.now() };
        const table = stage.output('AccountsTable');
        const manufacturers = new DynamoManufacturerTableStore(stage.documents, table, clock);
        const trial = await tryPart(links, part.value, options.gtin, {
          quota: new DynamoProviderQuota(stage.documents, table),
          manufacturers: () => manufacturers.current(),
          products: openProductIndex(stage),
          clock,
          secret: secrets,
        });
        if (trial.record === undefined) process.exitCode = EXIT_NOTHING_FOUND;
        answer({ ...trial, stored: false }, () => {
          printTrial(trial);
          next('What the index answers', `items find "${manufacturer}" "${number}"`);
        });
      }),
    );
}

/** Those of the stage, or the one that is named. @throws {OperatorError} when there is none to ask */
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
      fix: 'Add --shop NAME for Icecat, or --page "https://…/{number}" for a page of the manufacturer.',
    });
  return wanted.map((link) => {
    const parsed = chainLinkSchema.safeParse(link);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new OperatorError(`${link.provider}: ${issue?.path.join('.')} ${issue?.message}.`, {
      code: 'wrong_settings',
    });
  });
}

/** From the file where one is named, and locally; otherwise those of the stage, by the names in its settings. */
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
        fix: `Add "${provider}" to it, or name another --provider.`,
      });
    byName.set(secretName, secret);
  }
  return (name) => async () => byName.get(name) ?? '';
}
