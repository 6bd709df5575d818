/** What differs between the stages: one row a stage, and nothing else anywhere. */

export const STAGES = ['local', 'development', 'production'] as const;
export type Stage = (typeof STAGES)[number];

/** The stages that `cdk deploy` knows; `local` is what `npm start` runs. */
export const DEPLOYABLE_STAGES: readonly Stage[] = ['development', 'production'];

/** Where the worker's answers about unknown parts come from. */
export type ResearchSettings =
  | { readonly researcher: 'http'; readonly url: string }
  /** The path is relative to the project's folder. */
  | { readonly researcher: 'file'; readonly file: string };

export interface StageSettings {
  readonly stage: Stage;
  /** The service's own address; documents, challenges and token audiences are made from it, never from the Host header. */
  readonly baseUrl: string;
  /** Browser origins that may call: scheme, host and port. */
  readonly allowedOrigins: readonly string[];
  readonly dashboardUrl: string;
  readonly upgradeUrl: string;
  readonly docsBaseUrl: string;
  readonly supportEmail: string;
  readonly ipLimitPerMinute: number;
  /** Tables and secrets outlive the stack, and tables refuse deletion. */
  readonly keepsData: boolean;
  readonly logRetentionDays: 7 | 30 | 365;
  /** The gateway's own throttle over all callers, far above what the plans allow together. */
  readonly gatewayRatePerSecond: number;
  readonly gatewayBurst: number;
  readonly research: ResearchSettings;
}

const SETTINGS: Readonly<Record<Stage, StageSettings>> = {
  local: {
    stage: 'local',
    baseUrl: 'http://127.0.0.1:3000',
    allowedOrigins: ['http://127.0.0.1:3000', 'http://localhost:3000'],
    dashboardUrl: 'https://dashboard.productdata.example',
    upgradeUrl: 'https://dashboard.productdata.example/upgrade',
    docsBaseUrl: 'https://docs.productdata.example',
    supportEmail: 'support@productdata.example',
    ipLimitPerMinute: 240,
    keepsData: false,
    logRetentionDays: 7,
    gatewayRatePerSecond: 1000,
    gatewayBurst: 1000,
    research: { researcher: 'file', file: '.local/research-parts.json' },
  },
  development: {
    stage: 'development',
    baseUrl: 'https://mcp.development.productdata.example',
    allowedOrigins: ['https://dashboard.development.productdata.example'],
    dashboardUrl: 'https://dashboard.development.productdata.example',
    upgradeUrl: 'https://dashboard.development.productdata.example/upgrade',
    docsBaseUrl: 'https://docs.productdata.example',
    supportEmail: 'support@productdata.example',
    ipLimitPerMinute: 240,
    keepsData: false,
    logRetentionDays: 30,
    gatewayRatePerSecond: 200,
    gatewayBurst: 400,
    research: { researcher: 'http', url: 'https://research.development.productdata.example/v1/parts' },
  },
  production: {
    stage: 'production',
    baseUrl: 'https://mcp.productdata.example',
    allowedOrigins: ['https://dashboard.productdata.example'],
    dashboardUrl: 'https://dashboard.productdata.example',
    upgradeUrl: 'https://dashboard.productdata.example/upgrade',
    docsBaseUrl: 'https://docs.productdata.example',
    supportEmail: 'support@productdata.example',
    ipLimitPerMinute: 240,
    keepsData: true,
    logRetentionDays: 365,
    gatewayRatePerSecond: 2000,
    gatewayBurst: 4000,
    research: { researcher: 'http', url: 'https://research.productdata.example/v1/parts' },
  },
};

/** @throws {Error} for a name that is no stage */
export function stageSettings(name: string): StageSettings {
  const stage = STAGES.find((known) => known === name);
  if (stage === undefined) throw new Error(`There is no stage "${name}". Stages: ${STAGES.join(', ')}.`);
  return SETTINGS[stage];
}

/** What `npm start` may change in the local row. */
export interface LocalOverrides {
  readonly baseUrl?: string | undefined;
  readonly ipLimitPerMinute?: number | undefined;
}

export function localSettings({ baseUrl, ipLimitPerMinute }: LocalOverrides): StageSettings {
  const local = SETTINGS.local;
  return {
    ...local,
    ...(baseUrl !== undefined && { baseUrl, allowedOrigins: [baseUrl, baseUrl.replace('127.0.0.1', 'localhost')] }),
    ...(ipLimitPerMinute !== undefined && { ipLimitPerMinute }),
  };
}
