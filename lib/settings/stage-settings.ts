/** Contains all settings that differ between the stages, in one row per stage. */

import type { ResearchLink } from '../../functions/enrichment-worker/environment.ts';

export const STAGES = ['local', 'development', 'production'] as const;
export type Stage = (typeof STAGES)[number];

/** The stages that `cdk deploy` knows; `local` is what `npm start` runs. */
export const DEPLOYABLE_STAGES: readonly Stage[] = ['development', 'production'];

/** The provider that the worker calls for unknown parts. */
type ResearchSettings =
  | { readonly researcher: 'http'; readonly url: string }
  /** Several providers, asked in this order (docs/guides/research-providers.md). */
  | { readonly researcher: 'chain'; readonly links: readonly ResearchLink[] }
  /** The path is relative to the project's folder. */
  | { readonly researcher: 'file'; readonly file: string };

/** How emails are sent: by SES from a verified identity, or as files in a folder next to the project's. */
type MailSettings =
  | { readonly mailer: 'ses'; readonly identity: string; readonly from: string }
  | { readonly mailer: 'file'; readonly folder: string };

export interface StageSettings {
  readonly stage: Stage;
  /** The service's URL; documents, challenges and token audiences are made from it, never from the Host header. */
  readonly baseUrl: string;
  /** Browser origins that may call: scheme, host and port. */
  readonly allowedOrigins: readonly string[];
  /** Where customers sign in. The default, also of the next two, is under the base URL. */
  readonly dashboardUrl: string;
  readonly upgradeUrl: string;
  /** The URL under which `/errors` and the guides are. */
  readonly docsBaseUrl: string;
  /** The address that customers write to: for an account, and for their card where there is no billing portal. */
  readonly supportEmail: string;
  /**
   * The name that people see, and the folder with its pictures (lib/face/face-files.ts); without it, the project's own.
   * `npm run docs:face` draws the pictures from the folder's mark.svg.
   */
  readonly face?: { readonly name: string; readonly folder: string };
  /**
   * The company that runs the stage, with its postal address, as the privacy and terms pages (web/legal) and printed
   * statements name it; without it, the pages say that nobody is named.
   */
  readonly owner?: string;
  /** Its VAT id, for the head of a printed statement. */
  readonly vatId?: string;
  /** What directories issue to prove that the host is yours, served as they ask (docs/operate/directories.md). */
  readonly proofs?: {
    /** The text that OpenAI's form shows for /.well-known/openai-apps-challenge. */
    readonly openai?: string;
    /** The line `v=MCPv1; k=…; p=…` for the MCP Registry, with the public key. */
    readonly registry?: string;
  };
  /** External pages, over https. Each is linked if it is set, and not mentioned otherwise. */
  readonly elsewhere?: {
    /** Where customers change their card and find invoices. */
    readonly billingPortal?: string;
    readonly terms?: string;
    readonly privacy?: string;
  };
  /** The item that the home page shows to every visitor, free. Without it there is no example. */
  readonly exampleItem?: string;
  readonly ipLimitPerMinute: number;
  /**
   * Network ranges, in CIDR notation, whose addresses many customers share, such as those of hosted assistants: there
   * the limit of an address holds for each account with proven credentials. The providers publish them
   * (docs/reference/access.md#rate-limits).
   */
  readonly sharedAddressRanges: readonly string[];
  /** The items that the test keys of one account may read free in a day. Without it there is no limit. */
  readonly testItemsPerDay?: number;
  /**
   * Tables, secrets and the logs that prove bills outlive the stack. The stack and its tables refuse deletion after
   * `admin stage protect`, to be run after the first create
   * (docs/decisions/0200-protections-after-the-first-create.md).
   */
  readonly keepsData: boolean;
  /** The stack refuses deletion, as `admin stage protect` wrote into cdk.context.json. */
  readonly isProtected?: boolean;
  readonly logRetentionDays: 7 | 30 | 365;
  /**
   * The gateway's limits for all callers, far above what the plans allow together. A flood of one route does not affect
   * the others.
   */
  readonly throttles: {
    /** POST /mcp. */
    readonly mcp: Throttle;
    /** Each route of the HTTP API. */
    readonly v1: Throttle;
    /** POST /v1/oauth/token. */
    readonly token: Throttle;
    /** The dashboard, its interface, and the public pages. */
    readonly dashboard: Throttle;
    /** Documents, preflights, other methods and unknown paths. */
    readonly rest: Throttle;
  };
  readonly research: ResearchSettings;
  readonly mail: MailSettings;
  /**
   * A certificate for the base URL's host, in the stack's region. With it the host becomes a domain of the API, in
   * addition to the gateway's own address (docs/operate/deploy.md).
   */
  readonly certificateArn?: string;
  /** The host's DNS record points to the API: the canary calls it there, and the gateway's address is switched off. */
  readonly hostAnswers?: boolean;
  /**
   * Concurrency that no other function can use and that the function cannot exceed. AWS keeps 100 for the others, so it
   * refuses this in accounts at the initial limit of 10.
   */
  readonly reservedConcurrency?: {
    readonly mcp?: number;
    /** The HTTP API. */
    readonly v1?: number;
    readonly token?: number;
    /** The research worker. */
    readonly worker?: number;
    /** The function for documents, other methods and unknown paths. */
    readonly rest?: number;
    /** The dashboard, and as much again for sign-in. */
    readonly dashboard?: number;
    /** The function for payment events. */
    readonly billingEvents?: number;
  };
  /**
   * The most units that the tables may consume in a second; above that, DynamoDB throttles. Without it the limits of
   * the AWS account apply.
   */
  readonly tableMaximums?: { readonly productIndex: TableMaximum; readonly accounts: TableMaximum };
  /**
   * The service writes nothing: the gateway turns everything away with 429, and queues and schedules do not call
   * functions. Functions keep their concurrency, so a release can still call and switch their versions
   * (docs/operate/deploy.md).
   */
  readonly maintenance?: boolean;
  /** Restored tables that replace those of the stack, by name (docs/operate/deploy.md). */
  readonly restoredTables?: { readonly productIndex?: string; readonly accounts?: string };
  /**
   * Daily copies of Accounts into a vault of another AWS account, which neither this account's loss nor its
   * administrator takes along (docs/decisions/0330-copies-in-another-account.md). Without it, its only copy is
   * point-in-time recovery, in the same account and region.
   */
  readonly accountsCopy?: AccountsCopySettings;
  /**
   * Every role is inside the boundary of the deployment stack, without which a workflow cannot make one
   * (docs/decisions/0340-who-may-deploy.md). Create that stack first.
   */
  readonly hasBoundary?: boolean;
  /**
   * One-click sign-in of assistants (docs/decisions/0120-sign-in-by-links.md). If off, it is not shown, routed or
   * answered.
   */
  readonly signIn: 'off' | 'on';
  /**
   * POST /v1/billing/events, where the billing system reports payments: the name, in Secrets Manager, of the signing
   * secret that it issued (docs/decisions/0261-payment-events.md). Without it, no event is routed or answered.
   */
  readonly billingEvents?: { readonly secretName: string };
  /**
   * X-Ray traces of every function: Lambda samples one call a second and 5 % of the rest. A million traces cost 5 USD.
   */
  readonly tracing: boolean;
  /** Without it there are no alarms and no dashboard. */
  readonly alarms?: AlarmSettings;
}

export interface AccountsCopySettings {
  /** The ARN of the vault, in another AWS account of the same organization. */
  readonly vaultArn: string;
  readonly keptDays: number;
}

/** Requests that the gateway passes on; above that, it answers 429 itself. */
export interface Throttle {
  readonly ratePerSecond: number;
  /** Concurrent requests. */
  readonly burst: number;
}

/** On-demand request units per second. A million cost 0.125 USD for reads and 0.625 USD for writes. */
export interface TableMaximum {
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface AlarmSettings {
  /**
   * `releases`: only the alarms that roll a release back, and the canary's. Each alarm costs 0.10 USD per month and
   * metric.
   */
  readonly watches: 'everything' | 'releases';
  /** Receives alarms that can wait for a day. */
  readonly email: string;
  /** The address of a pager, which pages the person on call. Without it no one is paged. */
  readonly wakeEmail?: string;
  /** Where docs/operate/alarms.md is read; each alarm links to a heading in it. */
  readonly runbookUrl: string;
  /** Parts found in an hour above which something is assumed to be wrong; each costs its customer 0.15 USD. */
  readonly partsFoundPerHour: number;
  /**
   * Requests in five minutes above which a flood is assumed: the sum of what the customers' plans allow. A million cost
   * about 5 USD (docs/operate/capacity.md).
   */
  readonly requestsInFiveMinutes: number;
  /**
   * The budget of the whole AWS account for a calendar month; AWS sends an email at 80 % of it and when the forecast
   * exceeds it.
   */
  readonly monthlyBudgetUsd: number;
}

type Addresses = 'dashboardUrl' | 'upgradeUrl' | 'docsBaseUrl';
type StageRow = Omit<StageSettings, Addresses> & Partial<Pick<StageSettings, Addresses>>;

const SETTINGS: Readonly<Record<Stage, StageRow>> = {
  local: {
    stage: 'local',
    baseUrl: 'http://127.0.0.1:3000',
    allowedOrigins: ['http://127.0.0.1:3000', 'http://localhost:3000'],
    supportEmail: 'support@productdata.example',
    // A capacitor of the demo index.
    exampleItem: 'itm_SlqPl1qt',
    ipLimitPerMinute: 240,
    sharedAddressRanges: [],
    keepsData: false,
    logRetentionDays: 7,
    throttles: {
      mcp: { ratePerSecond: 1000, burst: 1000 },
      v1: { ratePerSecond: 1000, burst: 1000 },
      token: { ratePerSecond: 1000, burst: 1000 },
      dashboard: { ratePerSecond: 1000, burst: 1000 },
      rest: { ratePerSecond: 1000, burst: 1000 },
    },
    mail: { mailer: 'file', folder: '.local/mail' },
    research: { researcher: 'file', file: '.local/research-parts.json' },
    signIn: 'off',
    tracing: false,
  },
  development: {
    stage: 'development',
    baseUrl: 'https://mcp.development.productdata.example',
    allowedOrigins: ['https://dashboard.development.productdata.example'],
    supportEmail: 'support@productdata.example',
    ipLimitPerMinute: 240,
    sharedAddressRanges: [],
    keepsData: false,
    logRetentionDays: 30,
    throttles: {
      mcp: { ratePerSecond: 200, burst: 400 },
      v1: { ratePerSecond: 100, burst: 200 },
      token: { ratePerSecond: 50, burst: 100 },
      dashboard: { ratePerSecond: 50, burst: 100 },
      rest: { ratePerSecond: 50, burst: 100 },
    },
    tableMaximums: {
      productIndex: { readUnits: 4_000, writeUnits: 4_000 },
      accounts: { readUnits: 2_000, writeUnits: 2_000 },
    },
    mail: {
      mailer: 'ses',
      identity: 'development.productdata.example',
      from: 'Product Data <no-reply@development.productdata.example>',
    },
    research: { researcher: 'http', url: 'https://research.development.productdata.example/v1/parts' },
    signIn: 'off',
    tracing: false,
    alarms: {
      watches: 'releases',
      email: 'operations+development@productdata.example',
      runbookUrl: 'https://docs.productdata.example/runbook',
      partsFoundPerHour: 200,
      requestsInFiveMinutes: 15_000,
      monthlyBudgetUsd: 100,
    },
  },
  production: {
    stage: 'production',
    baseUrl: 'https://mcp.productdata.example',
    allowedOrigins: ['https://dashboard.productdata.example'],
    supportEmail: 'support@productdata.example',
    ipLimitPerMinute: 240,
    sharedAddressRanges: [],
    testItemsPerDay: 2_000,
    keepsData: true,
    logRetentionDays: 365,
    throttles: {
      mcp: { ratePerSecond: 2000, burst: 4000 },
      v1: { ratePerSecond: 500, burst: 1000 },
      token: { ratePerSecond: 200, burst: 400 },
      dashboard: { ratePerSecond: 200, burst: 400 },
      rest: { ratePerSecond: 200, burst: 400 },
    },
    tableMaximums: {
      // What a warmed-up import takes (docs/operate/deploy.md): at most $90 an hour.
      productIndex: { readUnits: 12_000, writeUnits: 40_000 },
      // Six read and four write units for each of the 2,000 MCP calls that the gateway passes on; eight and seven for
      // each of 500 over the HTTP API, with an Idempotency-Key, on two of its routes at full rate.
      accounts: { readUnits: 20_000, writeUnits: 15_000 },
    },
    mail: {
      mailer: 'ses',
      identity: 'productdata.example',
      from: 'Product Data <no-reply@productdata.example>',
    },
    research: { researcher: 'http', url: 'https://research.productdata.example/v1/parts' },
    accountsCopy: {
      vaultArn: 'arn:aws:backup:eu-central-1:123456789012:backup-vault:product-data',
      keptDays: 35,
    },
    // Sums up to 764 of 1,000, with the function for payment events: whatever strangers call, emails, imports,
    // schedules and the canary have the rest. Sign-in reserves as much as the dashboard.
    reservedConcurrency: { mcp: 400, v1: 200, token: 50, worker: 4, rest: 50, dashboard: 50, billingEvents: 10 },
    signIn: 'off',
    tracing: true,
    alarms: {
      watches: 'everything',
      email: 'operations@productdata.example',
      wakeEmail: 'pager@productdata.example',
      runbookUrl: 'https://docs.productdata.example/runbook',
      partsFoundPerHour: 2000,
      requestsInFiveMinutes: 150_000,
      monthlyBudgetUsd: 2000,
    },
  },
};

const NO_REQUESTS: Throttle = { ratePerSecond: 0, burst: 0 };

/** What the gateway passes on: nothing during maintenance. */
export function throttlesOf({ maintenance, throttles }: StageSettings): StageSettings['throttles'] {
  if (maintenance !== true) return throttles;
  return { mcp: NO_REQUESTS, v1: NO_REQUESTS, token: NO_REQUESTS, dashboard: NO_REQUESTS, rest: NO_REQUESTS };
}

/** @throws {Error} for a name that is not a stage */
export function stageSettings(name: string): StageSettings {
  const stage = STAGES.find((known) => known === name);
  if (stage === undefined) throw new Error(`There is no stage "${name}". Stages: ${STAGES.join(', ')}.`);
  return withAddresses(SETTINGS[stage]);
}

function withAddresses(row: StageRow): StageSettings {
  const { baseUrl } = row;
  return { dashboardUrl: `${baseUrl}/dashboard`, upgradeUrl: `${baseUrl}/plans`, docsBaseUrl: baseUrl, ...row };
}

/** What `npm start` may change in the local row. */
interface LocalOverrides {
  readonly signIn?: StageSettings['signIn'] | undefined;
  readonly baseUrl?: string | undefined;
  readonly ipLimitPerMinute?: number | undefined;
}

export function localSettings({ baseUrl, ipLimitPerMinute, signIn }: LocalOverrides): StageSettings {
  const local = SETTINGS.local;
  return withAddresses({
    ...local,
    ...(baseUrl !== undefined && { baseUrl, allowedOrigins: [baseUrl, baseUrl.replace('127.0.0.1', 'localhost')] }),
    ...(ipLimitPerMinute !== undefined && { ipLimitPerMinute }),
    ...(signIn !== undefined && { signIn }),
  });
}
