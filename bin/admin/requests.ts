/** `admin requests …`: research that an account asked for: look at it, ask again, cancel. */
import { Command, Option } from 'commander';
import { DynamoAdministrationStore } from '../../functions/adapters/dynamodb/dynamo-administration-store.ts';
import { DynamoEnrichmentStore } from '../../functions/adapters/dynamodb/dynamo-enrichment-store.ts';
import { DynamoProductIndex } from '../../functions/adapters/dynamodb/dynamo-product-index.ts';
import { SqsResearchQueue } from '../../functions/adapters/sqs/sqs-research-queue.ts';
import type { Account } from '../../functions/core/billing/plan.ts';
import { retryRequest, type BehalfPorts, type Retried } from '../../functions/core/enrichment/ask-on-behalf.ts';
import { describeEnrichmentRefusal } from '../../functions/core/enrichment/enrichment-refusal.ts';
import {
  REQUEST_STATES,
  type EnrichmentRequest,
  type RequestState,
} from '../../functions/core/enrichment/enrichment-request.ts';
import { abandonRequest } from '../../functions/core/enrichment/settle-enrichment.ts';
import { makerKey } from '../../functions/core/products/manufacturer-name.ts';
import { partKey } from '../../functions/core/products/part-number.ts';
import { stageSettings } from '../../lib/stage-settings.ts';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { printFields, printTable } from './console/print.ts';
import { readAccountId } from './console/read-option.ts';
import { runCommand } from './console/run-command.ts';
import type { OpenStage } from './stage/open-stage.ts';

export function requestsCommand(): Command {
  return new Command('requests')
    .description('Paid research that an account asked for: list, show, retry, cancel')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(retryCommand())
    .addCommand(cancelCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List the requests of an account, the latest first')
    .argument('<account>', 'account id', readAccountId)
    .addOption(new Option('--state <state>', 'only those in this state').choices([...REQUEST_STATES]))
    .action((accountId: string, { state }: { readonly state?: RequestState }, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const requests = (await behalfPorts(stage).enrichment.listRequests(accountId))
          .filter((request) => state === undefined || request.state === state)
          .toSorted((a, b) => b.requestedAtMs - a.requestedAtMs);
        answer(requests.map(requestJson), () =>
          requests.length === 0
            ? console.log('No requests.')
            : printTable(
                ['MANUFACTURER', 'PART NUMBER', 'STATE', 'REQUESTED', 'ENDED', 'CHARGED', 'ITEM'],
                requests.map((request) => [
                  request.asked.manufacturer,
                  request.asked.partNumber,
                  request.state,
                  timeText(request.requestedAtMs),
                  timeText(request.settledAtMs),
                  request.charged,
                  request.itemId,
                ]),
              ),
        );
      }),
    );
}

function showCommand(): Command {
  return withPart(new Command('show').description('Show one request, with its lease and its next due time')).action(
    (accountId: string, manufacturer: string, partNumber: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const request = await requireRequest(behalfPorts(stage), accountId, manufacturer, partNumber);
        answer(requestJson(request), () => printFields(requestJson(request)));
      }),
  );
}

function retryCommand(): Command {
  return withPart(
    new Command('retry').description(
      'Send the message of an open request again; ask anew for one that has ended, with a new reserve',
    ),
  ).action((accountId: string, manufacturer: string, partNumber: string, _options: object, command: Command) =>
    runCommand(command, async ({ stage, who, answer }) => {
      const ports = behalfPorts(stage);
      const account = await requireActiveAccount(stage, accountId);
      const request = await requireRequest(ports, accountId, manufacturer, partNumber);
      const nowMs = Date.now();
      const audit = { who, what: 'research.retried', details: detailsOf(request), atMs: nowMs };
      const retried = await retryRequest(ports, account, request, audit, nowMs);
      const said = sayRetried(retried, stage);
      answer({ outcome: retried.kind }, () => console.log(said));
    }),
  );
}

/** @throws {OperatorError} when it was refused */
function sayRetried(retried: Retried, { stage }: OpenStage): string {
  switch (retried.kind) {
    case 'sent_again':
      return 'The request is open; its message was sent again.';
    case 'queued':
      return 'Asked anew.';
    case 'in_index':
      return `The part is in the index: ${retried.record.id}. Nothing was asked.`;
    case 'refused':
      throw new OperatorError(describeEnrichmentRefusal(retried.refusal, stageSettings(stage)).message);
  }
}

function cancelCommand(): Command {
  return withPart(new Command('cancel').description('Fail an open request and release what is reserved for it')).action(
    (accountId: string, manufacturer: string, partNumber: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        const { enrichment } = behalfPorts(stage);
        const request = await requireRequest({ enrichment }, accountId, manufacturer, partNumber);
        await confirm('The research ends and what is reserved for it is released. Go on?', yes);
        const nowMs = Date.now();
        const audit = { who, what: 'research.cancelled', details: detailsOf(request), atMs: nowMs };
        const which = { attempt: request.attempt, evenLeased: true, audit };
        const outcome = await abandonRequest(enrichment, request, 'cancelled', which, nowMs);
        if (outcome !== 'ended') throw new OperatorError('The request is not open: there is nothing to cancel.');
        answer({ outcome: 'cancelled' }, () => console.log('Cancelled; nothing is reserved for it any more.'));
      }),
  );
}

function withPart(command: Command): Command {
  return command
    .argument('<account>', 'account id', readAccountId)
    .argument('<manufacturer>', 'as it was asked for')
    .argument('<part-number>', 'as it was asked for');
}

/** The ports by which a command asks on an account's behalf. */
export function behalfPorts(stage: OpenStage): BehalfPorts {
  return {
    products: new DynamoProductIndex(stage.documents, stage.output('ProductIndexTable')),
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

async function requireRequest(
  { enrichment }: Pick<BehalfPorts, 'enrichment'>,
  accountId: string,
  manufacturer: string,
  partNumber: string,
): Promise<EnrichmentRequest> {
  const name = { maker: makerKey(manufacturer), part: partKey(partNumber) };
  const [request] = await enrichment.readRequests(accountId, [name]);
  if (request !== undefined) return request;
  throw new OperatorError('The account has not asked for this part; `requests list ACCOUNT` shows those it has.');
}

function requestJson(request: EnrichmentRequest) {
  return {
    manufacturer: request.asked.manufacturer,
    part_number: request.asked.partNumber,
    description: request.asked.description,
    state: request.state,
    failure: request.failure,
    requested_at: timeText(request.requestedAtMs),
    ended_at: timeText(request.settledAtMs),
    charged: request.charged,
    usage_row: request.usageKey,
    item_id: request.itemId,
    claims: request.claims,
    leased_until: timeText(request.lease?.untilMs ?? null),
    resends: request.resends,
    due_at: timeText(request.dueAtMs),
    attempt: request.attempt,
  };
}

function detailsOf({ asked, state, attempt }: EnrichmentRequest) {
  return { manufacturer: asked.manufacturer, part_number: asked.partNumber, state, attempt };
}

function timeText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
