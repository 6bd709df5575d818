/** What a command needs to ask for research in the name of an account. */
import { DynamoAdministrationStore } from '../../../functions/adapters/dynamodb/accounts/dynamo-administration-store.ts';
import { DynamoEnrichmentStore } from '../../../functions/adapters/dynamodb/enrichment/dynamo-enrichment-store.ts';
import { SqsResearchQueue } from '../../../functions/adapters/sqs/sqs-research-queue.ts';
import type { Account } from '../../../functions/core/accounts/plan.ts';
import type { AccountPorts } from '../../../functions/core/enrichment/request-for-account.ts';
import { OperatorError } from '../console/operator-error.ts';
import { openProductIndex } from './open-product-index.ts';
import type { OpenStage } from './open-stage.ts';

/** The ports by which a command asks on an account's behalf. */
export function accountPorts(stage: OpenStage): AccountPorts {
  return {
    products: openProductIndex(stage),
    enrichment: new DynamoEnrichmentStore(stage.documents, stage.output('AccountsTable')),
    researchQueue: new SqsResearchQueue(stage.queues, stage.output('ResearchQueueUrl')),
  };
}

/** @throws {OperatorError} when there is none, or it is not active: nothing is researched for it then */
export async function requireActiveAccount(stage: OpenStage, accountId: string): Promise<Account> {
  const store = new DynamoAdministrationStore(stage.documents, stage.output('AccountsTable'));
  const account = (await store.readAccount(accountId))?.value;
  if (account === undefined) throw new OperatorError('There is no such account in this stage.');
  if (account.status !== 'active') throw new OperatorError(`The account is ${account.status}.`);
  return account;
}
