import { Match } from 'aws-cdk-lib/assertions';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, test } from 'vitest';
import { PublicApi } from '../../../lib/constructs/public-api.ts';
import { templateWith } from '../stack-template.ts';

describe('the front', () => {
  const template = templateWith((stack) => {
    const api = new PublicApi(stack, 'Api', { gatewayRatePerSecond: 7, gatewayBurst: 9, logRetentionDays: 7 });
    const code = Code.fromInline('exports.handler = async () => ({})');
    const handler = new LambdaFunction(stack, 'F', { code, handler: 'index.handler', runtime: Runtime.NODEJS_LATEST });
    api.route('/mcp', 'Mcp', handler);
    api.routeTheRest('Rest', handler);
  });

  test('takes every method on a path, and everything else on the default route, without an authorizer', () => {
    const routes = Object.values(template.findResources('AWS::ApiGatewayV2::Route'));
    expect(routes.map(({ Properties }) => (Properties as { RouteKey: string }).RouteKey)).toEqual([
      'ANY /mcp',
      '$default',
    ]);
    template.allResourcesProperties('AWS::ApiGatewayV2::Route', { AuthorizationType: 'NONE' });
    template.resourceCountIs('AWS::ApiGatewayV2::Authorizer', 0);
  });

  test('has no CORS configuration of its own', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      ProtocolType: 'HTTP',
      CorsConfiguration: Match.absent(),
    });
  });

  test('writes the challenge back to where clients look, for 401 and 403', () => {
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

  test('with a domain of its own answers there only, over TLS 1.2 and newer', () => {
    const own = templateWith((stack) => {
      const api = new PublicApi(stack, 'Api', { gatewayRatePerSecond: 7, gatewayBurst: 9, logRetentionDays: 7 });
      api.takeDomain('mcp.test.example', 'arn:aws:acm:eu-central-1:111122223333:certificate/0');
    });
    own.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
    own.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainName: 'mcp.test.example',
      DomainNameConfigurations: [{ SecurityPolicy: 'TLS_1_2', EndpointType: 'REGIONAL' }],
    });
    own.resourceCountIs('AWS::ApiGatewayV2::ApiMapping', 1);
  });

  test('is throttled, and logs neither headers nor queries', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 },
      AccessLogSettings: { Format: Match.not(Match.stringLikeRegexp('header|query|authorizer|\\$context\\.path')) },
    });
  });

  test('may call the functions, from this API only', () => {
    const permissions = Object.values(template.findResources('AWS::Lambda::Permission'));
    expect(permissions).toHaveLength(2);
    for (const { Properties } of permissions) expect(JSON.stringify(Properties)).toContain('"SourceArn"');
  });
});
