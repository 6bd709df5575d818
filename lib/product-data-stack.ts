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
import { watchService } from './watch-service.ts';

export class ProductDataStack extends Stack {
  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id, { description: `Product Data MCP Server, ${settings.stage}`, tags: { stage: settings.stage } });

    const stores = createStores(this, settings);

    const api = new PublicApi(this, 'PublicApi', settings);
    const mcp = mcpDoor(this, settings, stores);
    const token = tokenDoor(this, settings, stores);
    const discovery = discoveryDoor(this, settings);
    api.route('/mcp', 'Mcp', mcp);
    api.route('/v1/oauth/token', 'Token', token);
    api.routeTheRest('Discovery', discovery);
    const doors = { mcp, token, discovery, ...enrichmentDoors(this, settings, stores) };

    const { stage, alarms, certificateArn } = settings;
    if (alarms !== undefined) watchService(this, { stage, alarms, doors, stores, apiId: api.apiId });

    this.tell({
      ProductIndexTable: stores.productIndex.tableName,
      AccountsTable: stores.accounts.tableName,
      SigningSecretId: stores.signingSecret.secretArn,
      ResearchSecretId: stores.researchSecret.secretArn,
      ResearchQueueUrl: stores.research.queue.queueUrl,
      ResearchDeadLettersUrl: stores.research.deadLetters.queueUrl,
      ApiUrl: api.url,
      BaseUrl: settings.baseUrl,
      ...(certificateArn !== undefined && {
        DomainTarget: api.takeDomain(new URL(settings.baseUrl).hostname, certificateArn),
      }),
    });
  }

  /** Outputs, by which the operator's command line finds everything. */
  private tell(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
