/**
 * The front of the service: an HTTP API that only passes on. It has no CORS configuration (it would answer OPTIONS
 * itself), no authorizer (its 401 names no metadata) and a default route, so that every answer but the gateway's own
 * throttling is ours.
 */
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  ApiMapping,
  type CfnApi,
  CfnIntegration,
  CfnRoute,
  DomainName,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/**
 * API Gateway renames a Lambda's `WWW-Authenticate`. The function therefore sends its challenge a second time under a
 * private name, and the integration writes it back where clients look for it (design.md section 7).
 */
const RESTORE_CHALLENGE = {
  ResponseParameters: [
    { Destination: 'overwrite:header.www-authenticate', Source: '$response.header.x-auth-challenge' },
    { Destination: 'remove:header.x-auth-challenge', Source: "''" },
  ],
};

/** No header and no query: a credential that was sent in the wrong place must not end up in a log. */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    request_id: '$context.requestId',
    time: '$context.requestTime',
    ip: '$context.identity.sourceIp',
    route: '$context.routeKey',
    status: '$context.status',
    milliseconds: '$context.responseLatency',
    bytes: '$context.responseLength',
    integration_error: '$context.integrationErrorMessage',
  }),
);

export interface PublicApiProps {
  readonly gatewayRatePerSecond: number;
  readonly gatewayBurst: number;
  readonly logRetentionDays: number;
}

export class PublicApi extends Construct {
  readonly url: string;
  readonly apiId: string;
  private readonly stage: HttpStage;
  private readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: PublicApiProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false });
    this.apiId = this.api.apiId;
    this.url = this.api.apiEndpoint;
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: props.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: props.gatewayRatePerSecond, burstLimit: props.gatewayBurst },
      accessLogSettings: { destination: new LogGroupLogDestination(accessLogs), format: ACCESS_LOG_FORMAT },
    });
  }

  /**
   * Makes `host` the API's only address: the gateway's own would go past whatever is put in front of the host.
   * @returns what the host's DNS record must point to
   */
  takeDomain(host: string, certificateArn: string): string {
    (this.api.node.defaultChild as CfnApi).disableExecuteApiEndpoint = true;
    const domainName = new DomainName(this, 'Domain', {
      domainName: host,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new ApiMapping(this, 'Mapping', { api: this.api, domainName, stage: this.stage });
    return domainName.regionalDomainName;
  }

  /** Sends every method on `path` to the function. */
  route(path: string, id: string, handler: IFunction): void {
    this.send(`ANY ${path}`, id, handler);
  }

  /** Sends whatever no route names to the function. */
  routeTheRest(id: string, handler: IFunction): void {
    this.send('$default', id, handler);
  }

  private send(routeKey: string, id: string, handler: IFunction): void {
    const integration = new CfnIntegration(this, `${id}Integration`, {
      apiId: this.api.apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: handler.functionArn,
      payloadFormatVersion: '2.0',
      responseParameters: { '401': RESTORE_CHALLENGE, '403': RESTORE_CHALLENGE },
    });
    const route = new CfnRoute(this, `${id}Route`, {
      apiId: this.api.apiId,
      routeKey,
      target: `integrations/${integration.ref}`,
      authorizationType: 'NONE',
    });
    Validations.of(route).acknowledge({
      id: 'AwsSolutions::AwsSolutions-APIG4',
      reason:
        'The functions authenticate: a gateway authorizer’s 401 would not name the protected resource metadata that clients find their way by.',
    });
    handler.addPermission(`${id}Route`, {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: this.api.arnForExecuteApi('*', '/*', '$default'),
    });
  }
}
