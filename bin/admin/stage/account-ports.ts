/** The ports with which a command requests enrichment for an account. */
import { openEnrichmentStore } from '../../../adapters/dynamodb/open-late-stores.ts';
import { SqsResearchQueue } from '../../../adapters/sqs/sqs-research-queue.ts';
import type { Account } from '../../../core/billing/accounts/account.ts';
import type { AccountPorts } from '../../../core/sourcing/enrichment/enrich-for-account.ts';
import { OperatorError } from '../console/operator-error.ts';
import { openItemIndex } from './open-item-index.ts';
import { requireAccount } from './require-account.ts';
import { tablesOf, type OpenStage } from './open-stage.ts';

export function accountPorts(stage: OpenStage): AccountPorts {
  return {
    index: openItemIndex(stage),
    enrichment: openEnrichmentStore(tablesOf(stage)),
    researchQueue: new SqsResearchQueue(stage.queues, stage.output('ResearchQueueUrl')),
  };
}

/**
 * @throws {OperatorError} when the account does not exist or is inactive, because nothing is researched for such an
 * account
 */
export async function requireActiveAccount(stage: OpenStage, accountId: string): Promise<Account> {
  const account = await requireAccount(stage, accountId);
  if (account.status !== 'active')
    throw new OperatorError(`The account is ${account.status}.`, {
      code: 'account_not_active',
      fix: 'Reactivate it with `accounts set ACCOUNT --status active`.',
    });
  return account;
}
