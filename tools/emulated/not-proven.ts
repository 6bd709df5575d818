/**
 * What the emulator cannot take or shows wrong, by name. The lists can only shrink: the run asks the engine about each
 * line, and fails when one is no longer true, as it fails on anything of the template that the engine refuses and no
 * line names.
 */

/**
 * A kind of resource that the engine refuses, with a smallest template of it: the run deploys it to see the refusal.
 */
interface RefusedResource {
  readonly name: string;
  readonly why: string;
  readonly matches: (resource: EmulatedResource) => boolean;
  readonly smallest: EmulatedResource;
  /** What the engine says. */
  readonly refusal: RegExp;
}

export interface EmulatedResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly UpdatePolicy?: Readonly<Record<string, unknown>>;
}

function unknownType(type: string, why: string, properties: Readonly<Record<string, unknown>>): RefusedResource {
  return {
    name: type,
    why,
    matches: ({ Type }) => Type === type,
    smallest: { Type: type, Properties: properties },
    refusal: new RegExp(`Unrecognized resource types: \\[${type}\\]`),
  };
}

export const REFUSED_RESOURCES: readonly RefusedResource[] = [
  unknownType('AWS::Budgets::Budget', 'the budget and its emails', {
    Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 1, Unit: 'USD' } },
  }),
  unknownType('AWS::CodeDeploy::Application', 'gradual releases', { ComputePlatform: 'Lambda' }),
  unknownType('AWS::CodeDeploy::DeploymentGroup', 'hooks before traffic, shifting, roll-back by alarms', {
    ApplicationName: 'x',
    ServiceRoleArn: 'arn:aws:iam::000000000000:role/x',
  }),
  {
    name: 'AWS::CloudWatch::Alarm with metric math',
    why: 'alarms on sums and rates',
    matches: ({ Type, Properties }) => Type === 'AWS::CloudWatch::Alarm' && Properties?.['Metrics'] !== undefined,
    smallest: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: {
        ComparisonOperator: 'GreaterThanThreshold',
        EvaluationPeriods: 1,
        Threshold: 1,
        Metrics: [{ Id: 'm', Expression: '1', ReturnData: true }],
      },
    },
    refusal: /Properties\.Metrics \(metric math\) is not supported/,
  },
];

/** The checks of the smoke test that the engine answers otherwise than AWS: all of them must fail, and no other. */
export const SHOWN_WRONG: readonly { readonly checks: RegExp; readonly why: string }[] = [
  {
    checks: / 40[13] (?:without credentials|with a wrong secret|with too narrow a token)$/,
    why: 'the gateway does not remove x-auth-challenge, nor rename WWW-Authenticate as AWS does',
  },
];

/**
 * The engine's events have no `cookies`, so that nobody can sign in: the run asks for a link, takes it from the email,
 * and is refused for this.
 */
export const NO_COOKIES = {
  why: 'sign-in beyond the emailed link, upload, import: events of the gateway have no cookies',
  refusal: /answered 401: .*Open the link in the browser in which you asked for it/,
};

/** What no answer of the engine shows. */
export const NEVER_SHOWN: readonly string[] = [
  'IAM: every call is allowed (the local run judges rights)',
  'throttles of the gateway, reserved concurrency, quotas',
  'arm64, cold starts, memory limits, TLS, cost',
  'CloudFormation: retention, roll-back of a failed update',
  'a research provider over https: the worker refuses addresses of this machine, so the row names a file',
];
