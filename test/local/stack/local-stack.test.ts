import { expect, test } from 'vitest';
import type { CloudAssembly, Resource } from '../../../local/template/cloud-assembly.ts';
import { readPrograms, readStores } from '../../../local/stack/local-stack.ts';
import { routeTable } from '../../../local/gateway/route-table.ts';

const ADDRESSES = { queueUrl: (name: string) => `http://queue/${name}`, apiUrl: 'http://api' };

function assembly(Resources: Record<string, Resource>): CloudAssembly {
  return { template: { Resources }, assetFolders: new Map([['code.zip', '/bundle']]) };
}

const FUNCTION = {
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: 'bucket', S3Key: 'code.zip' },
    Handler: 'handler.handler',
    Timeout: 3,
    MemorySize: 128,
    Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
    TracingConfig: { Mode: { Ref: 'Nowhere' } },
    Environment: { Variables: { QUEUE_URL: { Ref: 'Queue' } } },
  },
};
const QUEUE = { Type: 'AWS::SQS::Queue' };
const ROLE = { Type: 'AWS::IAM::Role' };
const POLICY = {
  Type: 'AWS::IAM::Policy',
  Properties: {
    Roles: [{ Ref: 'Role' }],
    PolicyDocument: {
      Statement: [{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: { 'Fn::GetAtt': ['Queue', 'Arn'] } }],
    },
  },
};

test('a function’s variables are resolved, and its bundle found; properties for the cloud alone are ignored', () => {
  const { functions } = readPrograms(assembly({ Function: FUNCTION, Queue: QUEUE, Role: ROLE }), ADDRESSES);
  expect(functions.get('Function')).toMatchObject({
    bundleFolder: '/bundle',
    Environment: { Variables: { QUEUE_URL: 'http://queue/Queue' } },
  });
});

test('a function’s log group is recognized by its name, and by its ARN with streams as CloudFormation writes it', () => {
  const LoggingConfig = { LogGroup: { Ref: 'Logs' } };
  const Function = { ...FUNCTION, Properties: { ...FUNCTION.Properties, LoggingConfig } };
  const statement = { Effect: 'Allow', Action: 'logs:StartQuery', Resource: { 'Fn::GetAtt': ['Logs', 'Arn'] } };
  const Policy = { ...POLICY, Properties: { ...POLICY.Properties, PolicyDocument: { Statement: [statement] } } };
  const Logs = { Type: 'AWS::Logs::LogGroup' };
  const programs = readPrograms(assembly({ Function, Queue: QUEUE, Role: ROLE, Policy, Logs }), ADDRESSES);
  expect(programs.functions.get('Function')?.LoggingConfig).toEqual({ LogGroup: 'Logs' });
  const Resource = ['arn:aws:logs:us-east-1:000000000000:log-group:Logs:*'];
  expect(programs.rights.get('Function')).toEqual([{ Effect: 'Allow', Action: ['logs:StartQuery'], Resource }]);
});

test('a function’s rights are those of its role’s policies', () => {
  const { rights } = readPrograms(
    assembly({ Function: FUNCTION, Queue: QUEUE, Role: ROLE, Policy: POLICY }),
    ADDRESSES,
  );
  const Resource = ['arn:aws:sqs:us-east-1:000000000000:Queue'];
  expect(rights.get('Function')).toEqual([{ Effect: 'Allow', Action: ['sqs:SendMessage'], Resource }]);
});

test('a statement’s condition on partition keys is read, and any other condition is refused', () => {
  const withCondition = (Condition: unknown) => {
    const [statement] = POLICY.Properties.PolicyDocument.Statement;
    const PolicyDocument = { Statement: [{ ...statement, Condition }] };
    const Policy = { ...POLICY, Properties: { ...POLICY.Properties, PolicyDocument } };
    return readPrograms(assembly({ Function: FUNCTION, Queue: QUEUE, Role: ROLE, Policy }), ADDRESSES);
  };
  const keys = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'ACCOUNT#*' } };
  expect(withCondition(keys).rights.get('Function')?.[0]?.Condition).toEqual({
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ACCOUNT#*'] },
  });
  expect(() => withCondition({ Bool: { 'aws:SecureTransport': 'true' } })).toThrow('AWS::IAM::Policy Policy');
});

test('a kind of resource that is neither run nor listed as unneeded is refused', () => {
  expect(() => readStores(assembly({ Cache: { Type: 'AWS::ElastiCache::CacheCluster' } }))).toThrow(
    'AWS::ElastiCache::CacheCluster (Cache)',
  );
});

test('a table with a secondary index is refused, because the embedded engine lacks them', () => {
  const Properties = { AttributeDefinitions: [], KeySchema: [], GlobalSecondaryIndexes: [{}] };
  expect(() => readStores(assembly({ Table: { Type: 'AWS::DynamoDB::Table', Properties } }))).toThrow(
    'the local run creates no secondary indexes',
  );
});

test('a route with a variable as part of a segment is refused, because the local gateway would match it differently', () => {
  const route = {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: { ApiId: 'api', RouteKey: 'GET /x{id}', Target: 'integrations/I' },
  };
  expect(() => routeTable(readPrograms(assembly({ Route: route }), ADDRESSES))).toThrow('does not understand');
});

test('a route variable matches one path segment, and an exact path precedes it', () => {
  const route = (RouteKey: string, integration: string) => ({
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: { ApiId: 'api', RouteKey, Target: { 'Fn::Join': ['', ['integrations/', { Ref: integration }]] } },
  });
  const integration = (IntegrationUri: string) => ({
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: { IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0', IntegrationUri },
  });
  const match = routeTable(
    readPrograms(
      assembly({
        A: route('GET /v1/lists/{id}/rows', 'IA'),
        B: route('GET /v1/lists/{id}', 'IB'),
        C: route('GET /v1/lists/all', 'IC'),
        D: route('$default', 'ID'),
        E: route('GET /mcp/{slash+}', 'IB'),
        IA: integration('rows'),
        IB: integration('one'),
        IC: integration('all'),
        ID: integration('rest'),
      }),
      ADDRESSES,
    ),
  );
  const asked = [
    '/v1/lists/a.b/rows',
    '/v1/lists/a',
    '/v1/lists/all',
    '/v1/lists/a/b/rows',
    '/v1/lists//rows',
    '/v1/lists/',
  ];
  expect(asked.map((path) => match('GET', path)?.functionArn)).toEqual(['rows', 'one', 'all', 'rest', 'rest', 'rest']);
  expect(match('POST', '/v1/lists/a/rows')?.functionArn).toBe('rest');
  // A variable with a plus also matches nothing after the slash.
  expect(['/mcp/', '/mcp/x', '/mcp'].map((path) => match('GET', path)?.functionArn)).toEqual(['one', 'one', 'rest']);
});

test('the more specific route wins: method and path, then any method, then the default', () => {
  const route = (RouteKey: string, integration: string) => ({
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: { ApiId: 'api', RouteKey, Target: { 'Fn::Join': ['', ['integrations/', { Ref: integration }]] } },
  });
  const integration = (IntegrationUri: string) => ({
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: { IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0', IntegrationUri },
  });
  const match = routeTable(
    readPrograms(
      assembly({
        A: route('GET /x', 'IA'),
        B: route('ANY /x', 'IB'),
        C: route('$default', 'IC'),
        IA: integration('a'),
        IB: integration('b'),
        IC: integration('c'),
      }),
      ADDRESSES,
    ),
  );
  expect(match('GET', '/x')?.functionArn).toBe('a');
  expect(match('POST', '/x')?.functionArn).toBe('b');
  expect(match('GET', '/X')?.functionArn).toBe('c');
  expect(match('POST', '/x')?.sourceArn).toBe('arn:aws:execute-api:us-east-1:000000000000:api/$default/POST/x');
  expect(match('GET', '/X')?.sourceArn).toBe('arn:aws:execute-api:us-east-1:000000000000:api/$default/$default');
});

test.each(['SourceAccount', 'PrincipalOrgID', 'EventSourceToken', 'FunctionUrlAuthType'])(
  'a permission with %s is refused, because the local run would allow what Lambda refuses',
  (name) => {
    const Properties = { Action: 'lambda:InvokeFunction', FunctionName: 'F', Principal: 'p', [name]: 'x' };
    const permission = { Type: 'AWS::Lambda::Permission', Properties };
    expect(() => readPrograms(assembly({ Permission: permission }), ADDRESSES)).toThrow('who may invoke a function');
  },
);

test('a stage other than $default is refused, because permissions are matched by its name', () => {
  const stage = { Type: 'AWS::ApiGatewayV2::Stage', Properties: { StageName: 'live' } };
  expect(() => readPrograms(assembly({ Stage: stage }), ADDRESSES)).toThrow('AWS::ApiGatewayV2::Stage Stage');
});

test('an unknown path does not exist without a default route', () => {
  expect(routeTable(readPrograms(assembly({}), ADDRESSES))('GET', '/')).toBeUndefined();
});
