import { API_ROUTES } from '../../lib/functions/api-routes.ts';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { learnedRow } from '../../adapters/dynamodb/catalogs/dynamo-learned-matches.ts';
import { ownNumberKey } from '../../core/catalogs/rows/learned-matches.ts';
import { enrichmentWorkerEnvironmentSchema, type ResearchLink } from '../../functions/enrichment-worker/environment.ts';
import { fits } from '../../local/rights/local-rights.ts';
import { localSettings, STAGES, stageSettings } from '../../lib/settings/stage-settings.ts';
import { invocations, rightsOf, stackWith, stageTemplate, templateOf } from './stack-template.ts';
import { firstOf, type Template as AwsTemplate } from './aws-rules/aws-rule.ts';
import { listingBeside, stackListing } from './stack-listing.ts';

/** The rights that an event source needs, as the CDK grants them. */
const CONSUMES = (queue: string): string[] =>
  ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'GetQueueUrl', 'ReceiveMessage'].map(
    (action) => `sqs:${action} on ${queue}`,
  );

/** The actions on a started log query, for which IAM has no resource. */
const WITHOUT_RESOURCE = /^logs:(GetQueryResults|StopQuery) on "\*"$/;

/** The right to its own log, and to traces, for which X-Ray has no resource. */
const OF_EVERY_FUNCTION = /^(logs:(CreateLogStream|PutLogEvents)|xray:(PutTelemetryRecords|PutTraceSegments)) on /;

describe.each(STAGES)('the stack of the stage %s', (stage) => {
  const template = stageTemplate(stage);

  test('consists of the agreed resources', async () => {
    const listing = stackListing(template);
    const lines = stage === 'production' ? listing : listingBeside(listing, stackListing(stageTemplate('production')));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./stack-listings/${stage}.txt`);
  });

  test('has two tables, and no others', () => {
    expect(Object.keys(template.findResources('AWS::DynamoDB::Table'))).toEqual(['ProductIndex', 'Accounts']);
  });

  test('keeps its data exactly if the settings say so', () => {
    const { keepsData } = stageSettings(stage);
    for (const table of Object.values(template.findResources('AWS::DynamoDB::Table')))
      expect(table.DeletionPolicy).toBe(keepsData ? 'RetainExceptOnCreate' : 'Delete');
  });

  test('outputs every address for the operator’s command line', () => {
    expect(Object.keys(template.findOutputs('*')).toSorted()).toEqual([
      'AccountsTable',
      'ApiUrl',
      'BaseUrl',
      'MailQueueUrl',
      'ProductIndexTable',
      'RequestLogGroups',
      'ResearchDeadLettersUrl',
      'ResearchQueueUrl',
      'ResearchSecretId',
      'SigningSecretId',
    ]);
  });
});

describe('the rights of a function, other than those to its own log', () => {
  const template = stageTemplate('production');

  test.each([
    [
      'Mcp',
      [
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:BatchGetItem on ProductIndex',
        'dynamodb:ConditionCheckItem on Accounts',
        'dynamodb:GetItem on Accounts',
        'dynamodb:PutItem on Accounts',
        'dynamodb:Query on Accounts of ACCOUNT#* and CATALOG#*',
        'dynamodb:Query on ProductIndex',
        'dynamodb:UpdateItem on Accounts',
        'secretsmanager:GetSecretValue on SigningSecret',
        'sqs:SendMessage on ResearchQueue',
      ],
    ],
    [
      'V1',
      [
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:BatchGetItem on ProductIndex',
        'dynamodb:ConditionCheckItem on Accounts',
        'dynamodb:GetItem on Accounts',
        'dynamodb:PutItem on Accounts',
        'dynamodb:Query on Accounts of ACCOUNT#* and CATALOG#*',
        'dynamodb:Query on ProductIndex',
        'dynamodb:UpdateItem on Accounts',
        'secretsmanager:GetSecretValue on SigningSecret',
        'sqs:SendMessage on ResearchQueue',
      ],
    ],
    [
      'Token',
      [
        'dynamodb:BatchGetItem on Accounts of ACCOUNT#*',
        'dynamodb:UpdateItem on Accounts of RATE#*',
        'secretsmanager:GetSecretValue on SigningSecret',
      ],
    ],
    ['Discovery', []],
    [
      'Dashboard',
      [
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:BatchGetItem on ProductIndex',
        'dynamodb:BatchWriteItem on Accounts of LEARNED#*',
        'dynamodb:DeleteItem on Accounts',
        'dynamodb:GetItem on Accounts',
        'dynamodb:PutItem on Accounts',
        'dynamodb:Query on Accounts of ACCOUNT#* and CATALOG#* and LEARNED#* and PERSON#*',
        'dynamodb:Query on ProductIndex',
        'dynamodb:UpdateItem on Accounts',
        'logs:GetQueryResults on "*"',
        'logs:StartQuery on McpLogs and V1Logs',
        'logs:StopQuery on "*"',
        's3:PutObject on objects of Uploads',
        'sqs:SendMessage on MailQueue and ResearchQueue and UploadQueue',
      ],
    ],
    [
      'CatalogImport',
      [
        ...CONSUMES('UploadQueue'),
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:BatchGetItem on ProductIndex',
        'dynamodb:BatchWriteItem on Accounts of ACCOUNT#* and CATALOG#* and LEARNED#*',
        'dynamodb:DeleteItem on Accounts',
        'dynamodb:GetItem on Accounts',
        'dynamodb:PutItem on Accounts',
        'dynamodb:Query on Accounts of ACCOUNT#* and CATALOG#*',
        'dynamodb:Query on ProductIndex',
        'dynamodb:UpdateItem on Accounts',
        's3:GetObject on objects of Uploads',
        's3:PutObject on objects of Uploads',
        'sqs:SendMessage on UploadQueue',
      ],
    ],
    [
      'MailSender',
      [
        ...CONSUMES('MailQueue'),
        'dynamodb:DeleteItem on Accounts of NOTICE#*',
        'dynamodb:GetItem on Accounts of ACCOUNT#* and EMAIL#* and PERSON#*',
        'dynamodb:PutItem on Accounts of NOTICE#* and PERSON#*',
        'dynamodb:Query on Accounts of ACCOUNT#*',
      ],
    ],
    [
      'NoticeWatch',
      [
        'dynamodb:GetItem on Accounts of ACCOUNT#*',
        'dynamodb:PutItem on Accounts of NOTICE_WATCH',
        'dynamodb:Query on Accounts of ACCOUNT#* and NOTICE_WATCH',
        'sqs:SendMessage on MailQueue',
      ],
    ],
    [
      'StatementClose',
      [
        'dynamodb:ConditionCheckItem on Accounts of ACCOUNT#*',
        'dynamodb:GetItem on Accounts of ACCOUNT#*',
        'dynamodb:PutItem on Accounts of ACCOUNT#*',
        'dynamodb:Query on Accounts of ACCOUNT#* and ACCOUNTS',
        'dynamodb:UpdateItem on Accounts of ACCOUNT#*',
      ],
    ],
    [
      'EnrichmentWorker',
      [
        ...CONSUMES('ResearchQueue'),
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:BatchGetItem on ProductIndex',
        'dynamodb:ConditionCheckItem on ProductIndex',
        'dynamodb:DeleteItem on Accounts',
        'dynamodb:DeleteItem on ProductIndex',
        'dynamodb:GetItem on ProductIndex',
        'dynamodb:PutItem on Accounts',
        'dynamodb:PutItem on ProductIndex',
        'dynamodb:Query on ProductIndex',
        'dynamodb:UpdateItem on Accounts',
        'dynamodb:UpdateItem on ProductIndex',
        'secretsmanager:GetSecretValue on ResearchSecret',
      ],
    ],
    [
      'EnrichmentSweeper',
      [
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:DeleteItem on Accounts',
        'dynamodb:PutItem on Accounts',
        'dynamodb:Query on Accounts of OUTBOX#*',
        'sqs:SendMessage on ResearchQueue',
      ],
    ],
    [
      'EnrichmentDeadLetters',
      [
        ...CONSUMES('ResearchDeadLetters'),
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:DeleteItem on Accounts',
        'dynamodb:PutItem on Accounts',
        'dynamodb:UpdateItem on Accounts',
      ],
    ],
  ])('%s', (functionId, rights) => {
    expect(
      rightsOf(template, functionId).filter((right) => !OF_EVERY_FUNCTION.test(right) && !right.startsWith('ses:')),
    ).toEqual(rights.toSorted());
  });

  test('let an import write learned matches only in the partition that contains them', () => {
    const kept = learnedRow('acc_a', {
      ...{ key: ownNumberKey('N-1'), itemNumber: 'N-1', itemId: 'itm_a', catalogId: 'cat_a', learnedAtMs: 1 },
      ...{ stated: { supplier: null, partNumber: null, gtin: null }, named: null, acceptedBy: null },
    });
    const [, partitions = ''] =
      rightsOf(template, 'CatalogImport')
        .find((right) => right.startsWith('dynamodb:BatchWriteItem on Accounts'))
        ?.split(' of ') ?? [];
    expect(partitions.split(' and ').filter((pattern) => fits(pattern, kept.pk))).toHaveLength(1);
  });

  test('cover all functions', () => {
    expect(Object.keys(template.findResources('AWS::Lambda::Function'))).toHaveLength(16);
  });

  test('name no action and no resource by a star', () => {
    const functions = Object.keys(template.findResources('AWS::Lambda::Function'));
    const starred = functions
      .flatMap((id) => rightsOf(template, id))
      .filter((right) => !OF_EVERY_FUNCTION.test(right))
      .filter((right) => !WITHOUT_RESOURCE.test(right))
      // Its sender is a condition: see the test on emails.
      .filter((right) => !right.startsWith('ses:SendEmail on '))
      .filter((right) => / on .*\*|\*.* on /.test(right.replace(/ of .*/, '')));
    expect(starred).toEqual([]);
  });

  test('let only the dashboard search logs, and only those of calls', () => {
    const searching = Object.keys(template.findResources('AWS::Lambda::Function')).filter((id) =>
      rightsOf(template, id).some((right) => /^logs:\w*Query/.test(right)),
    );
    expect(searching).toEqual(['Dashboard']);
  });
});

test('uploads go to one bucket: private, encrypted, over TLS only, and emptied after a day', () => {
  for (const stage of STAGES) {
    const template = stageTemplate(stage);
    expect(Object.keys(template.findResources('AWS::S3::Bucket'))).toEqual(['Uploads']);
    template.hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      LifecycleConfiguration: {
        Rules: [{ ExpirationInDays: 1, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    const [policy] = Object.values(template.findResources('AWS::S3::BucketPolicy'));
    const statements = (policy?.Properties as { PolicyDocument: { Statement: Record<string, unknown>[] } })
      .PolicyDocument.Statement;
    expect(statements.map(({ Effect, Action, Condition }) => ({ Effect, Action, Condition }))).toEqual([
      { Effect: 'Deny', Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      { Effect: 'Deny', Action: 's3:*', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } },
    ]);
  }
});

test('only the two functions for uploads have access to the bucket', () => {
  const template = stageTemplate('production');
  const reaching = Object.keys(template.findResources('AWS::Lambda::Function')).filter((id) =>
    rightsOf(template, id).some((right) => right.startsWith('s3:')),
  );
  expect(reaching.toSorted()).toEqual(['CatalogImport', 'Dashboard']);
});

test('emails are sent from one address, tracked through one configuration set, and by one function', () => {
  const template = stageTemplate('production');
  const senders = Object.keys(template.findResources('AWS::Lambda::Function')).filter((id) =>
    rightsOf(template, id).some((right) => right.startsWith('ses:')),
  );
  expect(senders).toEqual(['MailSender']);
  const rights = rightsOf(template, 'MailSender').filter((right) => right.startsWith('ses:'));
  expect(rights).toHaveLength(1);
  expect(rights[0]).toMatch(/^ses:SendEmail on /);
  expect(rights[0]).toContain(':configuration-set/');
  const statement = firstOf(template.toJSON() as AwsTemplate, 'AWS::IAM::Policy', (policy) =>
    JSON.stringify(policy).includes('ses:SendEmail'),
  );
  expect(JSON.stringify(statement)).toContain(
    '"Condition":{"StringEquals":{"ses:FromAddress":"no-reply@productdata.example"}}',
  );
});

test('calls, the HTTP API, token requests and the pages have the only routes, each with its own throttle', () => {
  const template = stageTemplate('production');
  const routes = Object.values(template.findResources('AWS::ApiGatewayV2::Route'));
  expect(routes.map(({ Properties }) => (Properties as { RouteKey: string }).RouteKey)).toEqual([
    'POST /mcp',
    'POST /mcp/{slash+}',
    ...API_ROUTES,
    'POST /v1/oauth/token',
    'ANY /dashboard',
    'ANY /dashboard/{path+}',
    'ANY /',
    'ANY /errors',
    'ANY /plans',
    'ANY /docs/{page}',
    'ANY /privacy',
    'ANY /terms',
    'ANY /support',
    'ANY /favicon.ico',
    'ANY /apple-touch-icon.png',
    'ANY /v1/openapi.json',
    '$default',
  ]);
  const { mcp, v1, token, dashboard, rest } = stageSettings('production').throttles;
  template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    RouteSettings: {
      'POST /mcp': { ThrottlingRateLimit: mcp.ratePerSecond, ThrottlingBurstLimit: mcp.burst },
      'POST /mcp/{slash+}': { ThrottlingRateLimit: mcp.ratePerSecond, ThrottlingBurstLimit: mcp.burst },
      'GET /v1/items/{item_id}': { ThrottlingRateLimit: v1.ratePerSecond, ThrottlingBurstLimit: v1.burst },
      'POST /v1/oauth/token': { ThrottlingRateLimit: token.ratePerSecond, ThrottlingBurstLimit: token.burst },
      'ANY /': { ThrottlingRateLimit: dashboard.ratePerSecond, ThrottlingBurstLimit: dashboard.burst },
    },
    DefaultRouteSettings: { ThrottlingRateLimit: rest.ratePerSecond, ThrottlingBurstLimit: rest.burst },
  });
});

test('the stack refuses its deletion once it is protected, and not while it is created', () => {
  const settings = stageSettings('production');
  expect(stackWith(settings).terminationProtection).toBe(false);
  expect(stackWith({ ...settings, isProtected: true }).terminationProtection).toBe(true);
});

test('production keeps the logs that prove bills; development does not', () => {
  for (const stage of ['production', 'development'] as const) {
    const kept = Object.entries(stageTemplate(stage).findResources('AWS::Logs::LogGroup'))
      .filter(([, group]) => (group as { DeletionPolicy: string }).DeletionPolicy === 'RetainExceptOnCreate')
      .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
    const { keepsData } = stageSettings(stage);
    expect(kept).toEqual(keepsData ? ['McpLogs', 'V1Logs', 'EnrichmentWorkerLogs', 'EnrichmentDeadLettersLogs'] : []);
  }
});

test('the log groups of requests, and no others, are indexed by account and request id', () => {
  const template = templateOf({
    ...stageSettings('production'),
    signIn: 'on',
    billingEvents: { secretName: 'billing' },
  });
  const groups = Object.entries(template.findResources('AWS::Logs::LogGroup')) as [string, LogGroup][];
  const indexed = groups.filter(([, { Properties }]) => Properties.FieldIndexPolicies !== undefined);
  expect(indexed.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).toSorted()).toEqual([
    'AuthorizationLogs',
    'BillingEventsLogs',
    'DiscoveryLogs',
    'McpLogs',
    'TokenLogs',
    'V1Logs',
  ]);
  for (const [, { Properties }] of indexed) {
    expect(Properties.FieldIndexPolicies).toEqual([{ Fields: ['account', 'requestId'] }]);
    // A log group of another class has no index.
    expect(Properties.LogGroupClass).toBeUndefined();
  }
});

interface LogGroup {
  readonly Properties: { readonly FieldIndexPolicies?: unknown; readonly LogGroupClass?: string };
}

test('a table accepts at most its stage’s throughput', () => {
  const { tableMaximums } = stageSettings('production');
  expect(tableMaximums).toBeDefined();
  for (const [id, maximum] of [
    ['ProductIndex', tableMaximums?.productIndex],
    ['Accounts', tableMaximums?.accounts],
  ] as const) {
    expect(stageTemplate('production').findResources('AWS::DynamoDB::Table')[id]?.Properties).toMatchObject({
      OnDemandThroughput: { MaxReadRequestUnits: maximum?.readUnits, MaxWriteRequestUnits: maximum?.writeUnits },
    });
  }
});

test('concurrency is reserved only as the stage’s settings say', () => {
  const { reservedConcurrency: production, ...settings } = stageSettings('production');
  const reserved = (template: Template) =>
    Object.entries(template.findResources('AWS::Lambda::Function'))
      .map(([id, { Properties }]) => [
        id,
        (Properties as { ReservedConcurrentExecutions?: number }).ReservedConcurrentExecutions,
      ])
      .filter(([, most]) => most !== undefined);
  expect(reserved(stageTemplate('production'))).toEqual([
    ['Mcp', production?.mcp],
    ['V1', production?.v1],
    ['Token', production?.token],
    ['Discovery', production?.rest],
    ['Dashboard', production?.dashboard],
    ['EnrichmentWorker', production?.worker],
  ]);
  expect(reserved(templateOf({ ...settings, reservedConcurrency: { mcp: 7 } }))).toEqual([['Mcp', 7]]);
  expect(reserved(templateOf(settings))).toEqual([]);
});

test('maintenance stops every request and every function, whose versions can still be checked and released', () => {
  const closed = templateOf({ ...stageSettings('production'), maintenance: true });
  const [api] = Object.values(closed.findResources('AWS::ApiGatewayV2::Stage'));
  const { RouteSettings, DefaultRouteSettings } = api?.Properties as {
    RouteSettings: Record<string, object>;
    DefaultRouteSettings: object;
  };
  for (const throttle of [DefaultRouteSettings, ...Object.values(RouteSettings)])
    expect(throttle).toEqual({ ThrottlingRateLimit: 0, ThrottlingBurstLimit: 0 });
  closed.allResourcesProperties('AWS::Lambda::EventSourceMapping', { Enabled: false });
  for (const { Properties } of Object.values(closed.findResources('AWS::Events::Rule'))) {
    const { ScheduleExpression, State } = Properties as { ScheduleExpression?: string; State: string };
    expect(State).toBe(ScheduleExpression === undefined ? 'ENABLED' : 'DISABLED');
  }
  const functions = (template: Template) => template.findResources('AWS::Lambda::Function');
  expect(functions(closed)).toEqual(functions(stageTemplate('production')));
});

test('the gateway’s address answers, and accepts changes from its dashboard, until the host answers', () => {
  const settings = {
    ...stageSettings('production'),
    certificateArn: 'arn:aws:acm:eu-central-1:000000000000:certificate/x',
  };
  const addressesOf = (template: Template) => {
    const [api] = Object.values(template.findResources('AWS::ApiGatewayV2::Api'));
    const page = template.findResources('AWS::Lambda::Function')['Dashboard'];
    const { Variables } = (page?.Properties as { Environment: { Variables: Record<string, unknown> } }).Environment;
    const { DisableExecuteApiEndpoint } = api?.Properties as { DisableExecuteApiEndpoint?: boolean };
    return { off: DisableExecuteApiEndpoint ?? false, origins: JSON.stringify(Variables['PAGE_ORIGINS']) };
  };
  const before = addressesOf(templateOf(settings));
  expect(before.off).toBe(false);
  expect(before.origins).toContain('ApiEndpoint');
  expect(before.origins).toContain(settings.baseUrl);
  expect(addressesOf(templateOf({ ...settings, hostAnswers: true }))).toEqual({
    off: true,
    origins: JSON.stringify(settings.baseUrl),
  });
});

test('the worker of a provider chain reads only the named secrets of enabled providers; an invalid chain is refused', () => {
  const limits = { perDay: 10, perMinute: 10 };
  const icecat = { provider: 'icecat', shopName: 'acme', secretName: 'test/icecat', ...limits } as const;
  const http = { provider: 'http', url: 'https://a.example/', secretName: 'test/http', ...limits } as const;
  const chainOf = (...links: readonly ResearchLink[]) =>
    templateOf({ ...stageSettings('production'), research: { researcher: 'chain', links } });
  const secrets = (template: Template) =>
    rightsOf(template, 'EnrichmentWorker').filter((right) => right.startsWith('secretsmanager:'));
  const on = chainOf({ ...icecat, termsReadOn: '2026-11-22' }, http);
  expect(secrets(on)).toHaveLength(1);
  expect(secrets(on)[0]).toMatch(/^secretsmanager:GetSecretValue on .*:secret:test\/icecat-\?{6}/);
  expect(secrets(chainOf(icecat))).toEqual([]);
  const { Environment } = on.findResources('AWS::Lambda::Function')['EnrichmentWorker']?.Properties as {
    Environment: { Variables: Record<string, string> };
  };
  const chain = enrichmentWorkerEnvironmentSchema.parse({
    ...Environment.Variables,
    PRODUCT_INDEX_TABLE: 'p',
    ACCOUNTS_TABLE: 'a',
    RESEARCH_QUEUE_URL: 'q',
  });
  expect(chain).toMatchObject({
    RESEARCHER: 'chain',
    RESEARCH_CHAIN: [{ language: 'EN', storing: 'facts', fills: true }, {}],
  });
  const manufacturers = Array.from({ length: 200 }, (_, place) => `A manufacturer with a long name, ${place}`);
  expect(() => chainOf({ ...icecat, manufacturers })).toThrow('3000 fit');
});

test('every function is invoked as its permission names it: a route of the API, or the schedule', () => {
  expect(invocations(stageTemplate('production')).toSorted()).toEqual([
    ...[
      '$default/*/',
      '$default/*/apple-touch-icon.png',
      '$default/*/dashboard',
      '$default/*/dashboard/*',
      '$default/*/docs/*',
      '$default/*/errors',
      '$default/*/favicon.ico',
      '$default/*/plans',
      '$default/*/privacy',
      '$default/*/support',
      '$default/*/terms',
      '$default/*/v1/openapi.json',
    ].map((route) => `Dashboard for <api>/${route} by apigateway.amazonaws.com`),
    'Discovery for <api>/$default/$default by apigateway.amazonaws.com',
    'EnrichmentSweeper for EnrichmentSweep by events.amazonaws.com',
    'McpLive for <api>/$default/POST/mcp by apigateway.amazonaws.com',
    'McpLive for <api>/$default/POST/mcp/* by apigateway.amazonaws.com',
    'NoticeWatch for NoticeWatchSchedule by events.amazonaws.com',
    'ServiceCanary for ServiceCanaryRun by events.amazonaws.com',
    'StatementClose for StatementCloseSchedule by events.amazonaws.com',
    'TokenLive for <api>/$default/POST/v1/oauth/token by apigateway.amazonaws.com',
    ...[
      'GET/v1/catalogs',
      'GET/v1/catalogs/*',
      'GET/v1/enrichment',
      'GET/v1/items/*',
      'GET/v1/items/lookup',
      'GET/v1/items/search',
      'GET/v1/usage',
      'POST/v1/enrichment',
      'POST/v1/items/lookup',
    ].map((route) => `V1Live for <api>/$default/${route} by apigateway.amazonaws.com`),
  ]);
});

describe('the secret of the billing system', () => {
  const secretName = 'product-data/production/billing-events';
  const on = templateOf({ ...stageSettings('production'), billingEvents: { secretName } });
  const routesOf = (template: Template) =>
    Object.values(template.findResources('AWS::ApiGatewayV2::Route')).map(
      ({ Properties }) => (Properties as { RouteKey: string }).RouteKey,
    );

  test('adds a function and its route; without it, there are none', () => {
    const off = stageTemplate('production');
    expect(routesOf(on).filter((route) => !routesOf(off).includes(route))).toEqual(['ANY /v1/billing/events']);
    expect(Object.keys(off.findResources('AWS::Lambda::Function'))).not.toContain('BillingEvents');
    expect(JSON.stringify(off.toJSON())).not.toContain('billing-events');
  });

  test('is the only secret that the function may read, with rows of accounts and customers', () => {
    const rights = rightsOf(on, 'BillingEvents').filter((right) => !OF_EVERY_FUNCTION.test(right));
    expect(rights.map((right) => right.replace(/^(secretsmanager:\w+) on .*(secret:.*)$/, '$1 on $2'))).toEqual([
      'dynamodb:GetItem on Accounts of ACCOUNT#* and BILLING_CUSTOMER#*',
      'dynamodb:PutItem on Accounts of ACCOUNT#*',
      'dynamodb:UpdateItem on Accounts of ACCOUNT#* and RATE#*',
      expect.stringContaining(`${secretName}-??????`),
    ]);
  });
});

describe('enabled sign-in', () => {
  const off = stageTemplate('production');
  const on = templateOf({ ...stageSettings('production'), signIn: 'on' });
  const routesOf = (template: Template) =>
    Object.values(template.findResources('AWS::ApiGatewayV2::Route')).map(
      ({ Properties }) => (Properties as { RouteKey: string }).RouteKey,
    );

  test('adds a function, four routes with throttles, and their permissions; disabled, none of it', () => {
    const routes = [
      'POST /v1/oauth/revoke',
      'ANY /v1/oauth/authorize',
      'ANY /v1/oauth/authorize/{path+}',
      'POST /v1/oauth/register',
    ];
    expect(routesOf(on).filter((route) => !routesOf(off).includes(route))).toEqual(routes);
    const throttled = { ThrottlingRateLimit: expect.any(Number), ThrottlingBurstLimit: expect.any(Number) };
    const [stage] = Object.values(on.findResources('AWS::ApiGatewayV2::Stage'));
    expect(stage?.Properties).toMatchObject({
      RouteSettings: Object.fromEntries(routes.map((route) => [route, throttled])),
    });
    expect(invocations(on).filter((one) => !invocations(off).includes(one))).toEqual([
      'TokenLive for <api>/$default/POST/v1/oauth/revoke by apigateway.amazonaws.com',
      'Authorization for <api>/$default/*/v1/oauth/authorize by apigateway.amazonaws.com',
      'Authorization for <api>/$default/*/v1/oauth/authorize/* by apigateway.amazonaws.com',
      'Authorization for <api>/$default/POST/v1/oauth/register by apigateway.amazonaws.com',
    ]);
    const functions = (template: Template) => Object.keys(template.findResources('AWS::Lambda::Function'));
    expect(functions(on).filter((id) => !functions(off).includes(id))).toEqual(['Authorization']);
  });

  test('adds a function that signs nothing, sees no product and deletes nothing; the token function may change sign-ins', () => {
    const rights = (template: Template, id: string) =>
      rightsOf(template, id).filter((right) => !OF_EVERY_FUNCTION.test(right));
    expect(rights(on, 'Authorization')).toEqual([
      'dynamodb:BatchGetItem on Accounts of ACCOUNT#* and PERSON#*',
      'dynamodb:GetItem on Accounts of ACCOUNT#* and OAUTH_CLIENT#* and PERSON#* and RATE#*',
      'dynamodb:PutItem on Accounts of ACCOUNT#* and OAUTH_CLIENT#*',
      'dynamodb:Query on Accounts of ACCOUNT#*',
      'dynamodb:UpdateItem on Accounts of ACCOUNT#* and OAUTH_CLIENT#* and PERSON#* and RATE#*',
      'sqs:SendMessage on MailQueue',
    ]);
    expect(rights(on, 'Token').filter((right) => !rights(off, 'Token').includes(right))).toEqual([
      'dynamodb:GetItem on Accounts of ACCOUNT#*',
      'dynamodb:PutItem on Accounts of ACCOUNT#*',
      'dynamodb:UpdateItem on Accounts of ACCOUNT#*',
    ]);
    for (const id of ['Mcp', 'Discovery', 'Dashboard']) expect(rights(on, id)).toEqual(rights(off, id));
  });

  test('changes nothing of /mcp', () => {
    const mcp = (template: Template) => template.findResources('AWS::Lambda::Function')['Mcp'];
    expect(mcp(on)).toEqual(mcp(off));
  });
});

test('sign-in is disabled in every stage, and only a local run can enable it', () => {
  expect(STAGES.map((stage) => stageSettings(stage).signIn)).toEqual(['off', 'off', 'off']);
  expect(localSettings({ signIn: 'on' }).signIn).toBe('on');
});

test('an unknown stage is refused with the known ones', () => {
  expect(() => stageSettings('staging')).toThrow(
    'There is no stage "staging". Stages: local, development, production.',
  );
});
