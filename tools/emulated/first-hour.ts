/**
 * The steps of an operator's first hour, in order: each runs documented commands and asserts what they did. A step
 * throws with what was wrong; the runner (tools/deploy-emulated.ts) prints its name and time.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { takeOutRefused } from './assembly.ts';
import { connectAssistant, signIn, until, type Key } from './customer.ts';
import { ACCOUNT, REGION, type Engine } from './engine.ts';
import { NEVER_SHOWN, NO_COOKIES, REFUSED_RESOURCES, SHOWN_WRONG } from './not-proven.ts';
import { copyProject, editSettings } from './operator-project.ts';
import { openShell, type Shell } from './shell.ts';

const STACK = 'product-data-development';
const OWNER = 'owner@acme.test';
/** Found by research, once. */
const WANTED = { manufacturer: 'Acme Unknown', part_number: 'ZX-99' };
const LOOKUPS = 30;
const AT_ONCE = 6;
const RESEARCH_USD_NANO = 150_000_000;

interface Step {
  readonly name: string;
  /** @returns what was seen, in a few words */
  readonly run: () => Promise<string>;
}

interface StartedHour {
  readonly engine: Engine;
  /** An empty folder. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export function firstHour(started: StartedHour): readonly Step[] {
  const hour = new Hour(started);
  return [...deploySteps(hour), ...meterSteps(hour), ...personSteps(hour), ...endSteps(hour)];
}

/** What the steps share: the shell, and what earlier steps made. */
class Hour {
  readonly engine: Engine;
  readonly folder: string;
  readonly project: string;
  readonly shell: Shell;
  readonly keys: Partial<Record<'live' | 'test', Key>> = {};
  accountId = '';
  url = '';
  baseUrl = 'https://mcp.development.productdata.test';
  lastRequest = '';

  constructor({ engine, folder, signal }: StartedHour) {
    this.engine = engine;
    this.folder = folder;
    this.project = path.join(folder, 'project');
    this.shell = openShell(this.project, engine.environment, signal);
  }

  admin(args: string): Promise<string> {
    return this.shell.run(`npm run --silent admin -- --stage development --json ${args}`);
  }

  key(kind: 'live' | 'test'): Key {
    const made = this.keys[kind];
    if (made === undefined) throw new Error(`There is no ${kind} key.`);
    return made;
  }

  /** Returns the name that AWS gave a resource. */
  async resource(id: string): Promise<string> {
    const query = `StackResourceSummaries[?starts_with(LogicalResourceId,'${id}')].PhysicalResourceId | [0]`;
    // Printed as text, the command asks its query of each page.
    const printed = await this.shell.run(
      `aws cloudformation list-stack-resources --stack-name ${STACK} --query "${query}" --output json`,
    );
    return z.string().parse(JSON.parse(printed));
  }

  async deploy(): Promise<string> {
    const assembly = path.join(this.folder, 'cdk.out');
    const bundles = path.join(this.folder, 'bundles');
    await this.shell.run(`npx cdk synth --quiet -o ${assembly} -c bundleCache=${bundles} -c stage=development`);
    const { kept, taken } = await takeOutRefused(assembly, STACK);
    await this.shell.run(`npx cdk deploy ${STACK} --app ${assembly} --require-approval never --progress events`);
    this.url = await this.described("Outputs[?OutputKey=='ApiUrl'].OutputValue | [0]");
    const refused = [...taken.values()].flat().length;
    return `${await this.described('StackStatus')}: ${kept} of ${kept + refused} resources`;
  }

  private async described(query: string): Promise<string> {
    const asked = `aws cloudformation describe-stacks --stack-name ${STACK} --query "Stacks[0].${query}" --output text`;
    return (await this.shell.run(asked)).trim();
  }
}

/** Steps up to the first deploy. */
function deploySteps(hour: Hour): readonly Step[] {
  const { shell, folder } = hour;
  return [
    {
      name: 'the engine refuses what the list names',
      run: async () => {
        await copyProject(hour.project);
        await writeFile(path.join(folder, 'research.json'), JSON.stringify([{ ...WANTED, record: researched() }]));
        await editSettings(hour.project, [
          ['productdata.example', 'productdata.test'],
          [
            "research: { researcher: 'http', url: 'https://research.development.productdata.test/v1/parts' }",
            `research: { researcher: 'file', file: ${JSON.stringify(path.join(folder, 'research.json'))} }`,
          ],
        ]);
        for (const refused of REFUSED_RESOURCES) await expectRefusal(shell, folder, refused);
        return `${REFUSED_RESOURCES.length} kinds`;
      },
    },
    {
      name: 'preflight of an empty account',
      run: async () => {
        const found = await preflight(shell, 1);
        demand(found.get('bootstrap') === 'missing', 'the bootstrap is missing');
        demand(found.get('mail identity') === 'missing', 'the mail identity is missing');
        return [...found]
          .filter(([, state]) => state === 'missing')
          .map(([check]) => check)
          .join(', ');
      },
    },
    {
      name: 'bootstrap and mail identity',
      run: async () => {
        await shell.run(
          `npx cdk bootstrap aws://${ACCOUNT}/${REGION} -c stage=development -o ${path.join(folder, 'bootstrap.out')}`,
        );
        await shell.run('aws sesv2 create-email-identity --email-identity development.productdata.test');
        await shell.run(
          `npx cdk deploy ${STACK} --app ${path.join(folder, 'bootstrap.out')} --require-approval never`,
          { exits: 1 },
        );
        return 'the folder that it leaves is refused by a deploy';
      },
    },
    {
      name: 'preflight before the deploy',
      run: async () => {
        const found = await preflight(shell, 0);
        demand(![...found.values()].includes('missing'), 'nothing is missing');
        return 'ready';
      },
    },
    { name: 'deploy', run: () => hour.deploy() },
  ];
}

/** Steps of an operator and of a program with a key. */
function meterSteps(hour: Hour): readonly Step[] {
  const { shell, folder } = hour;
  return [
    {
      name: 'account, keys, items, canary key',
      run: async () => {
        hour.accountId = z
          .object({ account_id: z.string() })
          .parse(firstObject(await hour.admin('accounts create "Acme Ltd" --plan starter --cap 250'))).account_id;
        for (const kind of ['live', 'test'] as const)
          hour.keys[kind] = keySchema.parse(
            firstObject(await hour.admin(`clients create ${hour.accountId} --kind ${kind} --scopes all`)),
          );
        await writeFile(
          path.join(folder, 'items.jsonl'),
          items()
            .map((item) => `${JSON.stringify(item)}\n`)
            .join(''),
        );
        await hour.admin(`items import ${path.join(folder, 'items.jsonl')}`);
        const { id, secret } = hour.key('test');
        await shell.run(
          `aws secretsmanager put-secret-value --secret-id ${await hour.resource('CanaryKey')} --secret-string "$CANARY"`,
          {
            variables: { CANARY: `${id}:${secret}` },
          },
        );
        return `${hour.accountId}, ${items().length} items`;
      },
    },
    {
      name: 'smoke test',
      run: async () => {
        const { id, secret } = hour.key('test');
        const command = `npm run --silent smoke -- --url ${hour.url} --base-url ${hour.baseUrl} --client ${id} --json`;
        const printed = await shell.run(command, { exits: [0, 1], variables: { SMOKE_CLIENT_SECRET: secret } });
        return judgeSmoke(printed);
      },
    },
    {
      name: 'official client, look-ups, sum of the meter',
      run: async () => {
        const assistant = await connectAssistant(hour.url, hour.key('live'));
        try {
          const tools = await assistant.tools();
          demand(tools.length === 8, `eight tools, not ${tools.length}`);
          const before = (await assistant.call('get_usage', {})).usage.tokens_used_this_period;
          let [left, billed] = [LOOKUPS, 0];
          await Promise.all(
            Array.from({ length: AT_ONCE }, async () => {
              while (left-- > 0) {
                const { structured, usage, requestId } = await assistant.call('lookup_part', lookUp(left));
                demand(structured['found'] === true, `part ${left} is found`);
                billed += usage.tokens_billed;
                hour.lastRequest = requestId;
              }
            }),
          );
          const after = (await assistant.call('get_usage', {})).usage.tokens_used_this_period;
          demand(billed > 0 && after - before === billed, `usage ${after - before} = billed ${billed}`);
          return `${LOOKUPS} look-ups, ${billed} tokens billed = counted`;
        } finally {
          await assistant.close();
        }
      },
    },
    {
      name: 'research from queue to worker, charged once',
      run: async () => {
        const assistant = await connectAssistant(hour.url, hour.key('live'));
        try {
          const asked = { items: [WANTED] };
          await assistant.call('request_enrichment', asked);
          await assistant.call('request_enrichment', asked);
          await until('the researched part', async () =>
            (await assistant.call('lookup_part', WANTED)).structured['found'] === true ? true : undefined,
          );
          const usage = await hour.admin(`usage show ${hour.accountId}`);
          const charges = z.looseObject({}).parse(firstObject(usage));
          const charged = JSON.stringify(charges).includes(String(RESEARCH_USD_NANO)) || /0\.15/.test(usage);
          demand(charged, `0.15 USD once, in ${usage.slice(0, 600)}`);
          return 'one part, 0.15 USD, asked for twice';
        } finally {
          await assistant.close();
        }
      },
    },
  ];
}

/** Steps of a person, and what the service does by itself. */
function personSteps(hour: Hour): readonly Step[] {
  const { shell } = hour;
  return [
    {
      name: 'sign-in by the emailed link, upload, import',
      run: async () => {
        await hour.admin(`members invite ${hour.accountId} ${OWNER} --role owner`);
        const person = await signIn(hour.url, hour.engine.url, OWNER).catch((error: unknown) => {
          if (error instanceof Error && NO_COOKIES.refusal.test(error.message)) return undefined;
          throw error;
        });
        if (person === undefined) return `the emailed link arrived; not proven here: ${NO_COOKIES.why}`;
        const csv = Buffer.from('manufacturer,part number\nTarnvik Tools AB,AB-1\nNo Such Maker,ZZ-1\n');
        const { id } = await person.call('POST', '/uploads', { name: 'list.csv', bytes: csv.length, replaces: null });
        await person.putPart(`/uploads/part?upload_id=${String(id)}&part=1`, csv);
        const reading = { upload_id: id, encoding: null, sheet: null, skip_rows: null, columns: [] };
        await person.call('POST', '/uploads/preview', reading);
        const state = (wanted: string) =>
          until(`an upload that is ${wanted}`, async () => {
            const { uploads } = await person.call('GET', '/uploads');
            const status = z
              .array(z.looseObject({ id: z.string(), status: z.string() }))
              .parse(uploads)
              .find((each) => each.id === id)?.status;
            if (status === 'failed') throw new Error('The upload failed.');
            return status === wanted ? true : undefined;
          });
        await state('previewed');
        await person.call('POST', '/uploads/start', { upload_id: id });
        await state('ended');
        const { catalogs } = await person.call('GET', '/catalogs');
        demand(JSON.stringify(catalogs).includes('list.csv'), 'the catalog is listed');
        throw new Error('The engine passes cookies on: take NO_COOKIES from tools/emulated/not-proven.ts.');
      },
    },
    {
      name: 'canary by its schedule',
      run: async () => {
        const group = await hour.resource('ServiceCanaryLogs');
        await until('a canary run whose checks pass', async () => {
          const events = await shell.run(
            `aws logs filter-log-events --log-group-name ${group} --query "events[].message" --output text`,
          );
          return /service checked|checks passed|"failed":0/.test(events) ? true : undefined;
        });
        return 'its checks passed';
      },
    },
    {
      name: 'why a request was answered as it was',
      run: async () => {
        const told = await hour.admin(`why ${hour.lastRequest}`);
        demand(told.includes(hour.accountId), `the account is named: ${told.slice(0, 300)}`);
        return hour.lastRequest;
      },
    },
  ];
}

/** Steps of a later release and of the end. */
function endSteps(hour: Hour): readonly Step[] {
  const { shell, folder } = hour;
  return [
    {
      name: 'update: base URL, sign-in on; data and keys survive',
      run: async () => {
        await editSettings(hour.project, [
          [
            "baseUrl: 'https://mcp.development.productdata.test'",
            "baseUrl: 'https://parts.development.productdata.test'",
          ],
          ["signIn: 'off'", "signIn: 'on'"],
        ]);
        hour.baseUrl = 'https://parts.development.productdata.test';
        const before = hour.url;
        const deployed = await hour.deploy();
        demand(hour.url === before, 'the gateway keeps its URL');
        const metadata = z
          .looseObject({ issuer: z.string() })
          .parse(await (await fetch(`${hour.url}/.well-known/oauth-authorization-server`)).json());
        demand(metadata.issuer === hour.baseUrl, `the issuer is ${hour.baseUrl}, not ${metadata.issuer}`);
        demand(metadata['authorization_endpoint'] === `${hour.baseUrl}/v1/oauth/authorize`, 'sign-in is offered');
        const assistant = await connectAssistant(hour.url, hour.key('live'));
        try {
          const { structured } = await assistant.call('lookup_part', WANTED);
          demand(structured['found'] === true, 'the researched part is still there, for the same key');
        } finally {
          await assistant.close();
        }
        return deployed;
      },
    },
    {
      name: 'destroy',
      run: async () => {
        await shell.run(`aws s3 rm s3://${await hour.resource('Uploads')} --recursive`);
        await shell.run(`npx cdk destroy ${STACK} --force -c stage=development -o ${path.join(folder, 'destroy.out')}`);
        const left = await remains(shell);
        demand(left.length === 0, `nothing is left, but ${left.join(', ')}`);
        return 'nothing is left';
      },
    },
  ];
}

/** What the run does not prove, a line each. */
export function notProven(): readonly string[] {
  return [
    ...REFUSED_RESOURCES.map(({ name, why }) => `${name}: ${why}`),
    ...SHOWN_WRONG.map(({ checks, why }) => `smoke test, ${checks.source}: ${why}`),
    NO_COOKIES.why,
    ...NEVER_SHOWN,
  ];
}

const keySchema = z
  .object({ client_id: z.string(), client_secret: z.string() })
  .transform(({ client_id, client_secret }) => ({ id: client_id, secret: client_secret }));

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Expected that ${what}.`);
}

/** Reads what a command with --json printed. */
function firstObject(text: string): unknown {
  const read = z.unknown().parse(JSON.parse(text));
  return Array.isArray(read) ? read[0] : read;
}

async function preflight(shell: Shell, exits: number): Promise<ReadonlyMap<string, string>> {
  const printed = await shell.run('npm run --silent preflight -- development --json', { exits });
  const { findings } = z
    .object({ findings: z.array(z.object({ check: z.string(), state: z.string() })) })
    .parse(JSON.parse(printed));
  return new Map(findings.map(({ check, state }) => [check, state]));
}

async function expectRefusal(
  shell: Shell,
  folder: string,
  { name, smallest, refusal }: (typeof REFUSED_RESOURCES)[number],
): Promise<void> {
  const file = path.join(folder, 'probe.json');
  await writeFile(file, JSON.stringify({ Resources: { Probe: smallest } }));
  const create = `aws cloudformation create-stack --stack-name probe --template-body file://${file} 2>&1 || true`;
  const answered = await shell.run(create);
  const events =
    'aws cloudformation describe-stack-events --stack-name probe --query "StackEvents[].[ResourceStatus,ResourceStatusReason]" --output text';
  const told = !answered.includes('StackId')
    ? answered
    : await until(`the end of a stack with ${name}`, async () => {
        const text = await shell.run(events);
        return /ROLLBACK_COMPLETE|CREATE_COMPLETE/.test(text) ? text : undefined;
      });
  demand(
    refusal.test(told),
    `the engine refuses ${name} (take it from tools/emulated/not-proven.ts if it no longer does): ${told.trim().slice(0, 300)}`,
  );
  await shell.run('aws cloudformation delete-stack --stack-name probe');
}

function judgeSmoke(printed: string): string {
  const results = z
    .array(z.object({ name: z.string(), ok: z.boolean(), problem: z.string().optional() }))
    .parse(JSON.parse(printed));
  const excused = (name: string) => SHOWN_WRONG.some(({ checks }) => checks.test(name));
  const failed = results.filter(({ ok, name }) => !ok && !excused(name));
  demand(
    failed.length === 0,
    `only the named checks fail, but ${failed.map(({ name, problem }) => `${name}: ${problem ?? ''}`).join('; ')}`,
  );
  const right = results.filter(({ ok, name }) => ok && excused(name)).map(({ name }) => name);
  demand(right.length === 0, `the engine is wrong about ${right.join(', ')} (shorten tools/emulated/not-proven.ts)`);
  return `${results.filter(({ ok }) => ok).length} of ${results.length}`;
}

/** Lists what the stack left, apart from the versions and secrets that await deletion. */
async function remains(shell: Shell): Promise<readonly string[]> {
  const listed = await Promise.all(
    [
      'aws lambda list-functions --query "Functions[].FunctionName"',
      'aws dynamodb list-tables --query "TableNames[]"',
      'aws sqs list-queues --endpoint-url $AWS_ENDPOINT_URL --query "QueueUrls[]"',
      'aws logs describe-log-groups --query "logGroups[].logGroupName"',
      'aws apigatewayv2 get-apis --query "Items[].Name"',
      'aws events list-rules --query "Rules[].Name"',
      'aws iam list-roles --query "Roles[].RoleName"',
      'aws s3api list-buckets --query "Buckets[].Name"',
    ].map((command) => shell.run(`${command} --output text`)),
  );
  return listed
    .flatMap((text) => text.trim().split(/\s+/))
    .filter((name) => name !== '' && name !== 'None' && !name.includes('cdk-hnb659fds'));
}

function items(): readonly Record<string, unknown>[] {
  return Array.from({ length: 20 }, (_, place) => ({
    manufacturer: 'Tarnvik Tools AB',
    mpn: `AB-${place + 1}`,
    title: `Torque wrench ${place + 1}`,
  }));
}

function lookUp(place: number): Record<string, string> {
  return { manufacturer: 'Tarnvik Tools AB', part_number: `AB-${(Math.max(place, 0) % 20) + 1}` };
}

function researched(): Record<string, unknown> {
  return { manufacturer: WANTED.manufacturer, mpn: WANTED.part_number, title: 'Relay, 24 V' };
}
