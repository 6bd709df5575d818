/**
 * Composes the CloudFormation stack of the whole service, one line per part. Defaults are in constructs/, a function's
 * variables and rights in functions/, tables and other stores in stores.ts, and differences between stages in
 * stage-settings.ts.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { catalogImportFunction, IMPORT_TIMEOUT_SECONDS } from './functions/catalog-import-function.ts';
import { MAIL_TIMEOUT_SECONDS, mailFunction } from './functions/mail-function.ts';
import { PublicApi } from './constructs/public-api.ts';
import { LiveAlias } from './constructs/live-alias.ts';
import { checkFunctions } from './functions/check-functions.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import { authorizationFunction } from './functions/authorization-function.ts';
import { dashboardFunction } from './functions/dashboard-function.ts';
import { discoveryFunction } from './functions/discovery-function.ts';
import { enrichmentFunctions } from './functions/enrichment-functions.ts';
import { API_ROUTES } from './functions/api-routes.ts';
import { mcpFunction, v1Function } from './functions/tool-functions.ts';
import { noticeWatchFunction } from './functions/notice-watch-function.ts';
import { statementCloseFunction } from './functions/statement-close-function.ts';
import { tokenFunction } from './functions/token-function.ts';
import { billingEventsFunction } from './functions/billing-events-function.ts';
import { throttlesOf, type StageSettings } from './settings/stage-settings.ts';
import { BOUNDARY_NAME } from './deployment/function-boundary.ts';
import { createStores } from './constructs/stores.ts';
import { watchService } from './monitoring/watch-service.ts';

/** The dashboard with its interface, the public pages, and the description of the HTTP API. */
const DASHBOARD_ROUTES = [
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
];

/** Routes with which people sign assistants in, and assistants register. */
const AUTHORIZATION_ROUTES = ['ANY /v1/oauth/authorize', 'ANY /v1/oauth/authorize/{path+}', 'POST /v1/oauth/register'];

export class ProductDataStack extends Stack {
  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id, {
      description: `Product Data MCP Server, ${settings.stage}`,
      tags: { stage: settings.stage },
      // Without it `cdk deploy` switches the protection off again.
      terminationProtection: settings.isProtected === true,
    });

    if (settings.hasBoundary === true)
      PermissionsBoundary.of(this).apply(ManagedPolicy.fromManagedPolicyName(this, 'Boundary', BOUNDARY_NAME));
    const stores = createStores(this, settings);
    const throttles = throttlesOf(settings);

    const api = new PublicApi(this, 'PublicApi', {
      stage: settings.stage,
      defaultThrottle: throttles.rest,
      logRetentionDays: settings.logRetentionDays,
    });
    const mcp = mcpFunction(this, settings, stores);
    const v1 = v1Function(this, settings, stores);
    const token = tokenFunction(this, settings, stores);
    const discovery = discoveryFunction(this, settings);
    const mail = new WorkQueue(this, 'Mail', { workerTimeoutSeconds: MAIL_TIMEOUT_SECONDS });
    const mailSender = mailFunction(this, settings, stores, mail);
    const noticeWatch = noticeWatchFunction(this, settings, stores, mail.queue);
    const statementClose = statementCloseFunction(this, settings, stores);
    const uploads = new WorkQueue(this, 'Upload', { workerTimeoutSeconds: IMPORT_TIMEOUT_SECONDS });
    // Its dead letters report a crash, so it is not in an alarm on crashes, which counts at most ten functions.
    catalogImportFunction(this, settings, stores, uploads);
    const reached = { mail: mail.queue, uploads: uploads.queue, callLogs: [mcp.logGroup, v1.logGroup] };
    const dashboard = dashboardFunction(this, settings, stores, reached, api.url);
    // Only methods that need a function have a route: the default route answers all others, like a 404, so they cannot
    // use up a function's throttle.
    const live = {
      mcp: new LiveAlias(this, 'McpLive', mcp),
      v1: new LiveAlias(this, 'V1Live', v1),
      token: new LiveAlias(this, 'TokenLive', token),
    };
    api.route('POST /mcp', 'Mcp', live.mcp, throttles.mcp);
    // The gateway refuses routes that end in a slash, but a variable with a plus matches `/mcp/` too; the function
    // answers only that path.
    api.route('POST /mcp/{slash+}', 'Mcp', live.mcp, throttles.mcp);
    for (const routeKey of API_ROUTES) api.route(routeKey, 'V1', live.v1, throttles.v1);
    api.route('POST /v1/oauth/token', 'Token', live.token, throttles.token);
    for (const routeKey of DASHBOARD_ROUTES) api.route(routeKey, 'Dashboard', dashboard, throttles.dashboard);
    // With sign-in off, it has neither a function nor a route.
    const signIn =
      settings.signIn === 'on' ? { authorization: authorizationFunction(this, settings, stores, mail.queue) } : {};
    if (signIn.authorization !== undefined) {
      api.route('POST /v1/oauth/revoke', 'Token', live.token, throttles.token);
      for (const routeKey of AUTHORIZATION_ROUTES)
        api.route(routeKey, 'Authorization', signIn.authorization, throttles.dashboard);
    }
    const billing =
      settings.billingEvents === undefined
        ? {}
        : { billingEvents: billingEventsFunction(this, settings, stores, settings.billingEvents) };
    // The route has every method, so that a person who opens the URL learns that it accepts only POST.
    if (billing.billingEvents !== undefined)
      api.route('ANY /v1/billing/events', 'BillingEvents', billing.billingEvents, throttles.dashboard);
    api.routeTheRest('Discovery', discovery);
    const served = { mcp, v1, token, discovery, dashboard };
    const functions = { ...served, mailSender, noticeWatch, ...enrichmentFunctions(this, settings, stores) };

    const { stage, alarms, certificateArn, hostAnswers } = settings;
    if (hostAnswers === true) api.closeOwnAddress();
    if (alarms !== undefined) {
      const serviceUrl = hostAnswers === true ? settings.baseUrl : api.url;
      const checks = checkFunctions(this, { settings, serviceUrl, functions: { mcp, v1, token }, live });
      const watched = {
        stage,
        alarms,
        functions: { ...functions, canary: checks.canary },
        live,
        stores,
        api,
        mail,
        uploads,
        statementClose,
        ...signIn,
        ...billing,
      };
      checks.deployGradually(watchService(this, watched));
    }

    this.addOutputs({
      ProductIndexTable: stores.productIndex.tableName,
      AccountsTable: stores.accounts.tableName,
      SigningSecretId: stores.signingSecret.secretArn,
      ResearchSecretId: stores.researchSecret.secretArn,
      ResearchQueueUrl: stores.research.queue.queueUrl,
      ResearchDeadLettersUrl: stores.research.deadLetters.queueUrl,
      // `admin why` searches these for a request.
      RequestLogGroups: [mcp, v1, token, discovery, ...Object.values(signIn), ...Object.values(billing)]
        .map(({ logGroup }) => logGroup.logGroupName)
        .join(','),
      MailQueueUrl: mail.queue.queueUrl,
      ApiUrl: api.url,
      BaseUrl: settings.baseUrl,
      ...(certificateArn !== undefined && {
        DomainTarget: api.takeDomain(new URL(settings.baseUrl).hostname, certificateArn),
      }),
    });
  }

  /** Adds the outputs by which the operator's command line finds everything. */
  private addOutputs(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
