import { Match } from 'aws-cdk-lib/assertions';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, test } from 'vitest';
import { PublicApi } from '../../../lib/constructs/public-api.ts';
import { invocations, templateWith } from '../stack-template.ts';

const THROTTLE = { ratePerSecond: 7, burst: 9 };

describe('the gateway', () => {
  const template = templateWith((stack) => {
    const api = new PublicApi(stack, 'Api', { stage: 'test', defaultThrottle: THROTTLE, logRetentionDays: 7 });
    const code = Code.fromInline('exports.handler = async () => ({})');
    const handler = new LambdaFunction(stack, 'F', { code, handler: 'index.handler', runtime: Runtime.NODEJS_LATEST });
    api.route('POST /mcp', 'Mcp', handler, { ratePerSecond: 70, burst: 90 });
    api.route('ANY /token', 'Token', handler, { ratePerSecond: 5, burst: 6 });
    api.routeTheRest('Rest', handler);
  });

  test('sends named paths to their routes, and everything else to the default route, without an authorizer', () => {
    const routes = Object.values(template.findResources('AWS::ApiGatewayV2::Route'));
    expect(routes.map(({ Properties }) => (Properties as { RouteKey: string }).RouteKey)).toEqual([
      'POST /mcp',
      'ANY /token',
      '$default',
    ]);
    template.allResourcesProperties('AWS::ApiGatewayV2::Route', { AuthorizationType: 'NONE' });
    template.resourceCountIs('AWS::ApiGatewayV2::Authorizer', 0);
  });

  test('has no CORS configuration', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      ProtocolType: 'HTTP',
      CorsConfiguration: Match.absent(),
    });
  });

  test('restores the challenge to its standard header for 401 and 403', () => {
    const restored = {
      ResponseParameters: [
        { Destination: 'overwrite:header.www-authenticate', Source: '$response.header.x-auth-challenge' },
        { Destination: 'remove:header.x-auth-challenge', Source: "''" },
      ],
    };
    template.allResourcesProperties('AWS::ApiGatewayV2::Integration', {
      PayloadFormatVersion: '2.0',
      ResponseParameters: { '401': restored, '403': restored },
    });
  });

  test('with its own domain answers only there, over TLS 1.2 and newer', () => {
    const own = templateWith((stack) => {
      const api = new PublicApi(stack, 'Api', { stage: 'test', defaultThrottle: THROTTLE, logRetentionDays: 7 });
      api.takeDomain('mcp.test.example', 'arn:aws:acm:eu-central-1:111122223333:certificate/0');
      api.closeOwnAddress();
    });
    own.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
    own.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainName: 'mcp.test.example',
      DomainNameConfigurations: [{ SecurityPolicy: 'TLS_1_2', EndpointType: 'REGIONAL' }],
    });
    own.resourceCountIs('AWS::ApiGatewayV2::ApiMapping', 1);
  });

  test('throttles each route separately, and sets this up after the routes exist', () => {
    const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage')) as {
      Properties: unknown;
      DependsOn: string[];
    }[];
    expect(stage?.Properties).toMatchObject({
      DefaultRouteSettings: { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 },
      RouteSettings: {
        'POST /mcp': { ThrottlingRateLimit: 70, ThrottlingBurstLimit: 90 },
        'ANY /token': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 6 },
      },
    });
    const withSettings = Object.entries(template.findResources('AWS::ApiGatewayV2::Route'))
      .filter(([, { Properties }]) => (Properties as { RouteKey: string }).RouteKey !== '$default')
      .map(([id]) => id);
    expect(stage?.DependsOn.toSorted()).toEqual(withSettings.toSorted());
  });

  test('is throttled, and logs neither headers nor queries', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 },
      AccessLogSettings: { Format: Match.not(Match.stringLikeRegexp('header|query|authorizer|\\$context\\.path')) },
    });
  });

  test('may invoke each function only for its own route of this API', () => {
    expect(invocations(template)).toEqual([
      'F for <api>/$default/POST/mcp by apigateway.amazonaws.com',
      'F for <api>/$default/*/token by apigateway.amazonaws.com',
      'F for <api>/$default/$default by apigateway.amazonaws.com',
    ]);
  });
});
