/**
 * The whole service as CloudFormation sees it, a line a thing. House defaults live in constructs/, a function's variables
 * and rights in doors/, what keeps data in stores.ts, and what differs between stages in stage-settings.ts.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PublicApi } from './constructs/public-api.ts';
import { discoveryDoor } from './doors/discovery-door.ts';
import { enrichmentDoors } from './doors/enrichment-doors.ts';
import { mcpDoor } from './doors/mcp-door.ts';
import { tokenDoor } from './doors/token-door.ts';
import type { StageSettings } from './stage-settings.ts';
import { createStores } from './stores.ts';

export class ProductDataStack extends Stack {
  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id, { description: `Product Data MCP Server, ${settings.stage}`, tags: { stage: settings.stage } });

    const stores = createStores(this, settings);

    const api = new PublicApi(this, 'PublicApi', settings);
    api.route('/mcp', 'Mcp', mcpDoor(this, settings, stores));
    api.route('/v1/oauth/token', 'Token', tokenDoor(this, settings, stores));
    api.routeTheRest('Discovery', discoveryDoor(this, settings));
    enrichmentDoors(this, settings, stores);

    this.tell({
      ProductIndexTable: stores.productIndex.tableName,
      AccountsTable: stores.accounts.tableName,
      SigningSecretId: stores.signingSecret.secretArn,
      ResearchSecretId: stores.researchSecret.secretArn,
      ResearchQueueUrl: stores.research.queue.queueUrl,
      ResearchDeadLettersUrl: stores.research.deadLetters.queueUrl,
      ApiUrl: api.url,
      BaseUrl: settings.baseUrl,
    });
  }

  /** Outputs, by which the operator's command line finds everything. */
  private tell(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
