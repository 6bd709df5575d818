/**
 * The HTTP API in front of the functions, which only passes requests on. It has no CORS configuration (it would answer
 * OPTIONS itself), no authorizer (its 401 names no metadata) and a default route, so every answer except the gateway's
 * throttling is the service's.
 */
import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  ApiMapping,
  type CfnApi,
  type CfnStage,
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
import type { Throttle } from '../settings/stage-settings.ts';

/**
 * API Gateway renames a Lambda's `WWW-Authenticate`. The function therefore sends its challenge a second time under a
 * private name, and the integration restores it where clients expect it (docs/reference/http.md#api-gateway).
 */
const RESTORE_CHALLENGE = {
  ResponseParameters: [
    { Destination: 'overwrite:header.www-authenticate', Source: '$response.header.x-auth-challenge' },
    { Destination: 'remove:header.x-auth-challenge', Source: "''" },
  ],
};

/** Contains no header and no query: a credential that was sent in the wrong place must not be logged. */
const ACCESS_LOG = {
  request_id: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  route: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  bytes: '$context.responseLength',
  // "-" if no function was called, which distinguishes the gateway's 429 from the service's.
  function_status: '$context.integration.status',
  integration_error: '$context.integrationErrorMessage',
};

const STAGE_NAME = '$default';

/** A function, or an alias of one. */
type Routed = Pick<IFunction, 'functionArn' | 'addPermission'>;

interface PublicApiProps {
  /** A dimension of the metrics from the access log. */
  readonly stage: string;
  /** The throttle of the default route; each other route has a separate one. */
  readonly defaultThrottle: Throttle;
  readonly logRetentionDays: number;
}

export class PublicApi extends Construct {
  readonly url: string;
  readonly apiId: string;
  readonly accessLogs: LogGroup;
  private readonly stage: HttpStage;
  /** In the template's format, because the CDK passes it on unchanged. */
  private readonly routeSettings: Record<string, { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }> = {};
  private readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: PublicApiProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false });
    this.apiId = this.api.apiId;
    this.url = this.api.apiEndpoint;
    this.accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: props.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: STAGE_NAME,
      autoDeploy: true,
      throttle: { rateLimit: props.defaultThrottle.ratePerSecond, burstLimit: props.defaultThrottle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogs),
        format: AccessLogFormat.custom(JSON.stringify({ stage: props.stage, ...ACCESS_LOG })),
      },
    });
    (this.stage.node.defaultChild as CfnStage).routeSettings = this.routeSettings;
  }

  /** Switches off the gateway's address, which bypasses everything in front of the host. */
  closeOwnAddress(): void {
    (this.api.node.defaultChild as CfnApi).disableExecuteApiEndpoint = true;
  }

  /**
   * Adds `host` as a domain name of the API.
   * @returns the target of the host's DNS record
   */
  takeDomain(host: string, certificateArn: string): string {
    const domainName = new DomainName(this, 'Domain', {
      domainName: host,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new ApiMapping(this, 'Mapping', { api: this.api, domainName, stage: this.stage });
    return domainName.regionalDomainName;
  }

  /**
   * Sends the requests of the route to the function, up to the route's throttle.
   * @param routeKey a method or ANY, and a path
   */
  route(routeKey: string, id: string, handler: Routed, throttle: Throttle): void {
    // The API stage rejects settings of routes that do not exist yet.
    this.stage.node.addDependency(this.send(routeKey, id, handler));
    this.routeSettings[routeKey] = {
      ThrottlingRateLimit: throttle.ratePerSecond,
      ThrottlingBurstLimit: throttle.burst,
    };
  }

  /** Sends every request that no route matches to the function, up to the default throttle. */
  routeTheRest(id: string, handler: Routed): void {
    this.send('$default', id, handler);
  }

  /** Returns the function's integration, which its routes share. */
  private integrationOf(id: string, handler: Routed): CfnIntegration {
    const made = this.node.tryFindChild(`${id}Integration`);
    if (made !== undefined) return made as CfnIntegration;
    return new CfnIntegration(this, `${id}Integration`, {
      apiId: this.api.apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: handler.functionArn,
      payloadFormatVersion: '2.0',
      responseParameters: { '401': RESTORE_CHALLENGE, '403': RESTORE_CHALLENGE },
    });
  }

  private send(routeKey: string, id: string, handler: Routed): CfnRoute {
    const integration = this.integrationOf(id, handler);
    const more = this.node.tryFindChild(`${id}Route`) === undefined ? '' : routeKey.replaceAll(/[^A-Za-z]/g, '');
    const route = new CfnRoute(this, `${id}Route${more}`, {
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
    handler.addPermission(`${id}Route${more}`, {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: this.sourceArn(routeKey),
    });
    return route;
  }

  /**
   * The ARN in whose name the gateway invokes a route's function: `POST /mcp` as `…/$default/POST/mcp`, the default
   * route as `…/$default/$default`; a path's variable matches any text.
   */
  private sourceArn(routeKey: string): string {
    const called = routeKey.replace(/^ANY /, '*').replace(' ', '').replace(/\{.*$/, '*');
    return Stack.of(this).formatArn({
      service: 'execute-api',
      resource: this.apiId,
      resourceName: `${STAGE_NAME}/${called}`,
    });
  }
}
