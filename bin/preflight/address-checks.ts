/** Checks what makes the stage reachable and its emails arrive: mail identity, sandbox, certificate, domain. */
import type { StageSettings } from '../../lib/settings/stage-settings.ts';
import { notAsked } from './account-checks.ts';
import type { Answer, AwsAccount, FoundCertificate, FoundStack } from './aws-account.ts';
import { isExample } from './example-values.ts';
import { later, missing, ready, type Finding } from './finding.ts';

/** The command for a value that must be replaced before AWS can be asked about it. */
export const EDIT_SETTINGS = '${EDITOR:-vi} lib/settings/stage-settings.ts';

export async function mailChecks(aws: AwsAccount, settings: StageSettings): Promise<readonly Finding[]> {
  if (settings.mail.mailer !== 'ses') return [ready('mail identity', 'Emails are written to a folder.')];
  const { identity } = settings.mail;
  const identityFinding = isExample(identity)
    ? missing('mail identity', `${identity} is an example value.`, EDIT_SETTINGS)
    : identityCheck(await aws.mayMailFrom(identity), identity);
  return [identityFinding, sandboxCheck(await aws.sendsToEveryone(), settings)];
}

function identityCheck(answer: Answer<boolean | undefined>, identity: string): Finding {
  const check = 'mail identity';
  if (!answer.answered) return notAsked(check, answer.error);
  if (answer.value === undefined)
    return missing(
      check,
      `SES does not know ${identity}.`,
      `aws sesv2 create-email-identity --email-identity ${identity}`,
    );
  if (!answer.value)
    return missing(
      check,
      `${identity} is not verified: three CNAME records <token>._domainkey.${identity} to <token>.dkim.amazonses.com are missing.`,
      `aws sesv2 get-email-identity --email-identity ${identity} --query DkimAttributes.Tokens`,
    );
  return ready(check, `SES sends from ${identity}.`);
}

function sandboxCheck(answer: Answer<boolean>, { keepsData, baseUrl }: StageSettings): Finding {
  const check = 'mail sandbox';
  if (!answer.answered) return notAsked(check, answer.error);
  if (answer.value) return ready(check, 'SES sends to every address.');
  const command = `aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url ${baseUrl} --contact-language EN`;
  const found = 'SES sends only to verified addresses.';
  return keepsData ? missing(check, `${found} Nobody else could sign in.`, command) : later(check, found, command);
}

interface Place {
  readonly accountId: string;
  readonly region: string;
}

export async function certificateCheck(aws: AwsAccount, settings: StageSettings, place: Place): Promise<Finding> {
  const check = 'certificate';
  const { certificateArn: arn } = settings;
  const { hostname } = new URL(settings.baseUrl);
  const request = `aws acm request-certificate --domain-name ${hostname} --validation-method DNS --region ${place.region}`;
  if (arn === undefined)
    return later(check, 'No certificate is set: the service answers at the gateway’s own URL.', request);
  const [, , , region = '', accountId = ''] = arn.split(':');
  if (region !== place.region)
    return missing(check, `The certificate is in ${region}, but the gateway needs one in ${place.region}.`, request);
  if (accountId !== place.accountId) return missing(check, `The certificate belongs to account ${accountId}.`, request);
  const answer = await aws.certificate(arn);
  return answer.answered ? judgeCertificate(answer.value, { hostname, arn, request }) : notAsked(check, answer.error);
}

function judgeCertificate(
  certificate: FoundCertificate | undefined,
  { hostname, arn, request }: { readonly hostname: string; readonly arn: string; readonly request: string },
): Finding {
  const check = 'certificate';
  if (certificate === undefined) return missing(check, 'There is no certificate with that ARN.', request);
  const { status, names } = certificate;
  if (!names.some((name) => covers(name, hostname)))
    return missing(check, `The certificate is for ${names.join(', ')}, not for ${hostname}.`, request);
  if (status === 'PENDING_VALIDATION')
    return missing(
      check,
      'The DNS record for its validation is missing.',
      `aws acm describe-certificate --certificate-arn ${arn} --query "Certificate.DomainValidationOptions[].ResourceRecord"`,
    );
  if (status !== 'ISSUED') return missing(check, `The certificate is ${status}.`, request);
  return ready(check, `Issued for ${hostname}.`);
}

/** A wildcard matches one label. */
function covers(name: string, hostname: string): boolean {
  return name === hostname || (name.startsWith('*.') && hostname.replace(/^[^.]+/, '*') === name);
}

/** Checks whether the host resolves to the gateway, which is possible only after a deploy with a certificate. */
export async function domainCheck(
  aws: AwsAccount,
  { baseUrl, hostAnswers }: StageSettings,
  { name, stack }: { readonly name: string; readonly stack: FoundStack | undefined },
): Promise<Finding> {
  const check = 'domain';
  const { hostname } = new URL(baseUrl);
  if (isExample(hostname)) return missing(check, `${hostname} is an example value.`, EDIT_SETTINGS);
  const target = stack?.outputs['DomainTarget'];
  const read = `aws cloudformation describe-stacks --stack-name ${name} --query "Stacks[0].Outputs[?OutputKey=='DomainTarget'].OutputValue"`;
  if (target === undefined)
    return later(
      check,
      `${hostname} gets its DNS record after the deploy with a certificate, which outputs the target.`,
      read,
    );
  const [own, wanted] = [await aws.addressesOf(hostname), await aws.addressesOf(target)];
  if (!own.answered) return notAsked(check, own.error);
  if (!wanted.answered) return notAsked(check, wanted.error);
  if (!own.value.some((address) => wanted.value.includes(address)))
    return missing(check, `${hostname} does not resolve to ${target}: set a CNAME or an alias.`, read);
  if (hostAnswers !== true)
    return later(
      check,
      `${hostname} resolves to the gateway: set hostAnswers, which switches the gateway’s own URL off.`,
      EDIT_SETTINGS,
    );
  return ready(check, `${hostname} resolves to the gateway.`);
}
