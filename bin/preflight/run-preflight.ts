/** Runs the checks of a preflight in order. Without credentials or a region, only the settings are checked. */
import type { StageSettings } from '../../lib/settings/stage-settings.ts';
import {
  bootstrapCheck,
  commandLineCheck,
  concurrencyCheck,
  credentialsCheck,
  regionCheck,
  stackCheck,
} from './account-checks.ts';
import { certificateCheck, domainCheck, EDIT_SETTINGS, mailChecks } from './address-checks.ts';
import type { AwsAccount } from './aws-account.ts';
import { exampleValues } from './example-values.ts';
import { missing, ready, type Finding } from './finding.ts';
import { billingSecretCheck } from './secret-check.ts';
import { protectionCheck } from './protection-check.ts';

const BOOTSTRAP_STACK = 'CDKToolkit';
const ASKED_OF_AWS = [
  'bootstrap',
  'stack',
  'concurrency',
  'mail identity',
  'mail sandbox',
  'certificate',
  'domain',
  'protections',
];

export async function runPreflight(
  aws: AwsAccount,
  settings: StageSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> {
  const region = await aws.region();
  const regionFinding = regionCheck(region, environment);
  const known = [settingsCheck(settings), commandLineCheck(await aws.commandLine()), regionFinding];
  const ofAws = settings.billingEvents === undefined ? ASKED_OF_AWS : [...ASKED_OF_AWS, 'billing secret'];
  if (region === undefined) return [...known, ...unasked('without a region', 'credentials', ...ofAws)];
  const identity = await aws.identity();
  const asked = [...known, credentialsCheck(identity)];
  if (!identity.answered) return [...asked, ...unasked('without credentials', ...ofAws)];
  return [...asked, ...(await askAccount(aws, settings, { accountId: identity.value.accountId, region }))];
}

async function askAccount(
  aws: AwsAccount,
  settings: StageSettings,
  place: { readonly accountId: string; readonly region: string },
): Promise<readonly Finding[]> {
  const name = `product-data-${settings.stage}`;
  const answer = await aws.stack(name);
  const stack = answer.answered ? answer.value : undefined;
  return [
    bootstrapCheck(await aws.stack(BOOTSTRAP_STACK), place),
    stackCheck(answer, settings),
    concurrencyCheck(await aws.concurrency(), settings, stack !== undefined),
    ...(await mailChecks(aws, settings)),
    await certificateCheck(aws, settings, place),
    await domainCheck(aws, settings, { name, stack }),
    ...(await billingSecretCheck(aws, settings)),
    await protectionCheck(aws, settings, stack),
  ];
}

function settingsCheck(settings: StageSettings): Finding {
  const names = exampleValues(settings);
  if (settings.maintenance === true)
    return missing('settings', 'maintenance is on: the gateway would refuse all requests.', EDIT_SETTINGS);
  if (names.length === 0) return ready('settings', 'No example values are left.');
  return missing('settings', `Still example values: ${names.join(', ')}.`, EDIT_SETTINGS);
}

function unasked(why: string, ...checks: readonly string[]): readonly Finding[] {
  return checks.map((check) => ({ check, state: 'unknown', found: `Not checked ${why}.` }));
}
