/** Rules of AWS about the steps of docs/operate/deploy.md, incidents.md and first-hour.md: a line of data per rule. */
const DOCS = 'https://docs.aws.amazon.com';

export interface RunbookRule {
  readonly rule: string;
  readonly page: string;
  /** The heading of the section to read; the whole runbook without it. */
  readonly section?: string;
  /** What the text must contain, in this order. */
  readonly says?: readonly RegExp[];
  /** What the text must not contain. */
  readonly never?: RegExp;
  /** Breaks the text. */
  readonly broken: (runbook: string) => string;
}

const withoutText =
  (text: string) =>
  (runbook: string): string =>
    runbook.replaceAll(text, '');

export const RUNBOOK_RULES: readonly RunbookRule[] = [
  {
    rule: 'No step takes all concurrency from a function: a hook could not ask it, its release would be taken back, and the messages of a queue would become dead letters.',
    page: `${DOCS}/lambda/latest/dg/configuration-concurrency.html`,
    never: /reserved-concurrent-executions[= ]0\b/,
    broken: (runbook) =>
      `${runbook}\nfor f in Mcp Token; do aws lambda put-function-concurrency --function-name $f --reserved-concurrent-executions 0; done`,
  },
  {
    rule: 'The restore closes the service by its maintenance switch before it copies, and opens it by a deploy at the end.',
    page: `${DOCS}/codedeploy/latest/userguide/reference-appspec-file-structure-hooks.html`,
    section: 'Restore a table to a point in time',
    says: [/maintenance: true/, /restore-table-to-point-in-time/, /restoredTables/, /take `maintenance` out/],
    broken: withoutText('maintenance: true'),
  },
  {
    rule: 'The first command of an incident that a release caused is the one that needs no deploy: it moves the alias back.',
    page: `${DOCS}/lambda/latest/dg/configuring-alias-routing.html`,
    says: [/^## Roll a release back$/m, /aws lambda update-alias/, /^## Something is wrong/m],
    broken: withoutText('aws lambda update-alias'),
  },
  {
    rule: 'The identity that emails come from is verified, and the sandbox left, before the first deploy.',
    page: `${DOCS}/ses/latest/dg/request-production-access.html`,
    section: 'Deploy',
    says: [
      /create-email-identity/,
      /VerifiedForSendingStatus/,
      /put-account-details --production-access-enabled/,
      /npx cdk deploy/,
    ],
    broken: withoutText('put-account-details --production-access-enabled'),
  },
  {
    rule: 'A certificate is issued in the region of the stack before the deploy that names it.',
    page: `${DOCS}/apigateway/latest/developerguide/http-api-custom-domain-names.html`,
    section: 'Deploy',
    says: [/in the stack's region/, /acm request-certificate/, /ISSUED/, /certificateArn/, /npx cdk deploy/],
    broken: withoutText('ISSUED'),
  },
  {
    rule: 'The host answers before the smoke test asks it.',
    page: `${DOCS}/apigateway/latest/developerguide/http-api-custom-domain-names.html`,
    section: 'Deploy',
    says: [/Point the host at it/, /npm run smoke/],
    broken: withoutText('[Point the host at it](#give-it-its-domain)'),
  },
  {
    rule: 'The address of the gateway is switched off after the host answers.',
    page: `${DOCS}/apigateway/latest/developerguide/http-api-disable-default-endpoint.html`,
    section: 'Give it its domain',
    says: [/certificateArn/, /DomainTarget/, /npm run smoke/, /hostAnswers: true/],
    broken: withoutText('DomainTarget'),
  },
  {
    rule: 'The stack and its tables are protected after the create that may be rolled back.',
    page: `${DOCS}/AWSCloudFormation/latest/UserGuide/using-cfn-protect-stacks.html`,
    section: 'Deploy',
    says: [/npx cdk deploy/, /admin stage protect/],
    broken: withoutText('admin stage protect'),
  },
  {
    rule: 'A count of calls counts their log lines and not the lines of their metrics, which name the service too.',
    page: `${DOCS}/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html`,
    never: /filter service = '\w+'(?! and message = 'request served')/,
    broken: (runbook) => runbook.replaceAll(" and message = 'request served'", ''),
  },
  {
    rule: 'A bucket is emptied before the stack that deletes it is destroyed, for a bucket with objects refuses deletion.',
    page: `${DOCS}/AmazonS3/latest/userguide/delete-bucket.html`,
    section: 'Destroy: 5 minutes',
    says: [/aws s3 rm s3:\/\/\$\(resource Uploads ::Bucket\) --recursive/, /npx cdk destroy/],
    broken: withoutText('aws s3 rm'),
  },
  {
    rule: 'An invited person gets the email while SES is in its sandbox: the first hour verifies the address first.',
    page: `${DOCS}/ses/latest/dg/request-production-access.html`,
    section: 'Emails: 10 minutes',
    says: [/create-email-identity/, /members invite/],
    broken: withoutText('create-email-identity --email-identity you@'),
  },
];

/** Returns how the runbook breaks the rule. */
export function runbookFindings({ section, says = [], never }: RunbookRule, runbook: string): readonly string[] {
  const text = section === undefined ? runbook : sectionOf(runbook, section);
  const forbidden = never?.exec(text);
  const findings = forbidden === null || forbidden === undefined ? [] : [`says ${forbidden[0]}`];
  let from = 0;
  for (const wanted of says) {
    const place = text.slice(from).search(wanted);
    if (place === -1) return [...findings, `says no ${wanted.source} where it belongs`];
    from += place + 1;
  }
  return findings;
}

/** Returns a section with its subsections, up to the next heading of its level. */
function sectionOf(runbook: string, title: string): string {
  const heading = runbook.split('\n').find((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title);
  if (heading === undefined) throw new Error(`The runbook has no section "${title}".`);
  const level = heading.indexOf(' ');
  const [, after = ''] = runbook.split(`\n${heading}\n`);
  return after.split(new RegExp(`^#{1,${level}} `, 'm'))[0] ?? '';
}
