/**
 * The whole service as CloudFormation sees it, a line a thing. House defaults live in constructs/; what differs between
 * stages, in stage-settings.ts. Rights are granted here, action by action and table by table.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { GeneratedSecret } from './constructs/generated-secret.ts';
import { ProtectedTable } from './constructs/protected-table.ts';
import { PublicApi } from './constructs/public-api.ts';
import { ResearchQueue } from './constructs/research-queue.ts';
import type { StageSettings } from './stage-settings.ts';

/** One research and its settling, retries of the provider included. */
const WORKER_TIMEOUT_SECONDS = 60;

export class ProductDataStack extends Stack {
  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id, { description: `Product Data MCP Server, ${settings.stage}`, tags: { stage: settings.stage } });
    const { keepsData, logRetentionDays } = settings;

    const productIndex = new ProtectedTable(this, 'ProductIndex', { keepsData });
    const accounts = new ProtectedTable(this, 'Accounts', { keepsData });
    const signingSecret = new GeneratedSecret(this, 'SigningSecret', {
      description: 'Signs the access tokens of the token endpoint.',
      keepsData,
    });
    const researchSecret = new GeneratedSecret(this, 'ResearchSecret', {
      description: 'The key to the research provider; put the real one in after the first deploy.',
      keepsData,
    });
    const research = new ResearchQueue(this, 'Research', { workerTimeoutSeconds: WORKER_TIMEOUT_SECONDS });
    const api = new PublicApi(this, 'PublicApi', {
      description: 'Product Data MCP Server',
      ratePerSecond: settings.gatewayRatePerSecond,
      burst: settings.gatewayBurst,
      logRetentionDays,
    });

    this.tell({
      ProductIndexTable: productIndex.tableName,
      AccountsTable: accounts.tableName,
      SigningSecretId: signingSecret.secretArn,
      ResearchSecretId: researchSecret.secretArn,
      ResearchQueueUrl: research.queue.queueUrl,
      ResearchDeadLettersUrl: research.deadLetters.queueUrl,
      ApiUrl: api.url,
      BaseUrl: settings.baseUrl,
    });
  }

  /** Outputs, by which the operator's command line finds everything. */
  private tell(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
