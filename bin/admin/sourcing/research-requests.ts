/** `admin research-requests …`: shows, retries and cancels the enrichment requests of an account. */
import { formatUsd } from '../../../core/money.ts';
import { timeTextOrNull, shortMinuteText } from '../../../core/time.ts';
import { Command, Option } from 'commander';
import { retryRequest, type AccountPorts, type Retried } from '../../../core/sourcing/enrichment/enrich-for-account.ts';
import { describeEnrichmentRefusal } from '../../../core/sourcing/enrichment/enrichment-refusal.ts';
import {
  isOpen,
  numberName,
  type EnrichmentRequest,
  type RequestState,
} from '../../../core/sourcing/enrichment/enrichment-request.ts';
import { REQUEST_STATES, REQUEST_STATE_WORDS } from '../../../core/sourcing/enrichment/request-states.ts';
import { researchCostNanoUsd } from '../../../core/sourcing/enrichment/enrichment-cost.ts';
import type { EnrichmentStore } from '../../../core/sourcing/enrichment/enrichment-store.ts';
import { abandonRequest } from '../../../core/sourcing/enrichment/settle-enrichment.ts';
import { toManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../core/index/part-keys/part-number.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { confirm } from '../console/confirm.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printFields, printTable, printText } from '../console/print.ts';
import { readAccountId } from '../console/read-option.ts';
import { shellWord } from '../console/shell-word.ts';
import { minuteOrNull } from '../console/values.ts';
import { nearestOr } from '../stage/nearest.ts';
import { requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import { accountPorts, requireActiveAccount } from '../stage/account-ports.ts';
import type { OpenStage } from '../stage/open-stage.ts';

export function researchRequestsCommand(): Command {
  return new Command('research-requests')
    .alias('requests')
    .description('Manage enrichment requests: list, show, retry, cancel')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(retryCommand())
    .addCommand(cancelCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List the enrichment requests of an account, latest first')
    .argument('<account>', 'account id', readAccountId)
    .addOption(new Option('--state <state>', 'only requests in this state').choices([...REQUEST_STATES]))
    .action((accountId: string, { state }: { readonly state?: RequestState }, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        await requireAccount(stage, accountId);
        const requests = (await accountPorts(stage).enrichment.listRequests(accountId))
          .filter((request) => state === undefined || request.state === state)
          .toSorted((a, b) => b.requestedAtMs - a.requestedAtMs);
        answer(requests.map(requestJson), () => {
          const [latest] = requests;
          if (latest === undefined) {
            console.log('The account has no enrichment requests.');
            next('Show the usage of the account', `usage show ${accountId}`);
            return;
          }
          printTable(
            [
              'Manufacturer',
              'Part number',
              'State',
              'Asked (UTC)',
              { heading: 'Ended (UTC)', minor: true },
              { heading: 'Cost', minor: true },
              { heading: 'Item', minor: true },
            ],
            requests.map((request) => [
              request.asked.manufacturer,
              request.asked.partNumber,
              REQUEST_STATE_WORDS[request.state],
              shortMinuteText(request.requestedAtMs),
              minuteOrNull(request.settledAtMs),
              costText(request),
              request.itemId,
            ]),
          );
          next('Show the latest request', commandOf('show', latest));
        });
      }),
    );
}

function showCommand(): Command {
  return withPart(new Command('show').description('Show one request with its lease and due time')).action(
    (accountId: string, manufacturer: string, partNumber: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        await requireAccount(stage, accountId);
        const request = await requireRequest(accountPorts(stage), accountId, manufacturer, partNumber);
        const json = requestJson(request);
        answer(json, () => {
          printFields({
            manufacturer: json.manufacturer,
            'part number': json.part_number,
            description: json.description,
            state: REQUEST_STATE_WORDS[request.state],
            failure: json.failure,
            'asked (UTC)': shortMinuteText(request.requestedAtMs),
            'ended (UTC)': minuteOrNull(request.settledAtMs),
            cost: costText(request),
            'usage row': json.usage_row,
            item: json.item_id,
            claims: json.claims,
            'leased until (UTC)': minuteOrNull(request.lease?.untilMs ?? null),
            resends: json.resends,
            'due (UTC)': minuteOrNull(request.dueAtMs),
            attempt: json.attempt,
          });
          next(isOpen(request) ? 'Queue it again' : 'Request it again', commandOf('retry', request));
        });
      }),
  );
}

function retryCommand(): Command {
  return withPart(
    new Command('retry').description('Queue an open request again, or repeat an ended one with a new reserve'),
  ).action((accountId: string, manufacturer: string, partNumber: string, _options: object, command: Command) =>
    runCommand(command, async ({ stage, who, answer, next }) => {
      const ports = accountPorts(stage);
      const account = await requireActiveAccount(stage, accountId);
      const request = await requireRequest(ports, accountId, manufacturer, partNumber);
      const nowMs = Date.now();
      const audit = { who, what: 'research.retried' as const, details: detailsOf(request), atMs: nowMs };
      const retried = await retryRequest(ports, account, request, audit, nowMs);
      const words = sayRetried(retried, stage);
      answer({ outcome: retried.kind }, () => {
        printText(words);
        next('Show its state', commandOf('show', request));
      });
    }),
  );
}

/** @throws {OperatorError} when it was refused */
function sayRetried(retried: Retried, { stage }: OpenStage): string {
  switch (retried.kind) {
    case 'sent_again':
      return 'The request is open and was queued again.';
    case 'queued':
      return 'The part was requested again.';
    case 'in_index':
      return `The part is in the index: ${retried.record.id}. Nothing was requested.`;
    case 'refused':
      throw new OperatorError(describeEnrichmentRefusal(retried.refusal, stageSettings(stage)).message, {
        code: retried.refusal.kind,
      });
  }
}

function cancelCommand(): Command {
  return new Command('cancel')
    .description('Cancel one or all open requests of an account and release their reserve')
    .argument('<account>', 'account id', readAccountId)
    .argument('[manufacturer]', 'manufacturer as requested; omit for all open requests')
    .argument('[part-number]', 'part number as requested')
    .action(
      (
        accountId: string,
        manufacturer: string | undefined,
        partNumber: string | undefined,
        _options: object,
        command: Command,
      ) =>
        runCommand(command, async ({ stage, who, yes, answer, next }) => {
          await requireAccount(stage, accountId);
          const { enrichment } = accountPorts(stage);
          if (manufacturer !== undefined && partNumber === undefined)
            throw new OperatorError('Give both manufacturer and part number, or neither for all open requests.', {
              code: 'wrong_arguments',
            });
          const requests =
            manufacturer === undefined || partNumber === undefined
              ? (await enrichment.listRequests(accountId)).filter(isOpen)
              : [await requireRequest({ enrichment }, accountId, manufacturer, partNumber)];
          if (requests.length === 0)
            throw new OperatorError('The account has no open request.', {
              code: 'nothing_open',
              fix: listFix(accountId),
            });
          const count = requests.length === 1 ? 'The research' : `The research of ${requests.length} parts`;
          await confirm(`${count} will be cancelled and the reserve released. Continue?`, yes);
          const cancelled = await cancelRequests(enrichment, requests, who);
          if (cancelled === 0)
            throw new OperatorError('The request is not open, so it cannot be cancelled.', {
              code: 'nothing_open',
              fix: listFix(accountId),
            });
          answer({ outcome: 'cancelled', cancelled }, () => {
            printText(`${cancelled} cancelled and their reserve released.`);
            next('List the requests of the account', `research-requests list ${accountId}`);
          });
        }),
    );
}

/** @returns the number of requests that were still open; each adds a line to the audit trail */
async function cancelRequests(
  enrichment: EnrichmentStore,
  requests: readonly EnrichmentRequest[],
  who: string,
): Promise<number> {
  let cancelled = 0;
  for (const request of requests) {
    const nowMs = Date.now();
    const audit = { who, what: 'research.cancelled' as const, details: detailsOf(request), atMs: nowMs };
    const which = { attempt: request.attempt, evenLeased: true, audit };
    if ((await abandonRequest(enrichment, request, 'cancelled', which, nowMs)) === 'ended') cancelled += 1;
  }
  return cancelled;
}

function withPart(command: Command): Command {
  return command
    .argument('<account>', 'account id', readAccountId)
    .argument('<manufacturer>', 'manufacturer as requested')
    .argument('<part-number>', 'part number as requested');
}

async function requireRequest(
  { enrichment }: Pick<AccountPorts, 'enrichment'>,
  accountId: string,
  manufacturer: string,
  partNumber: string,
): Promise<EnrichmentRequest> {
  const name = numberName({ manufacturerKey: toManufacturerKey(manufacturer), part: partKey(partNumber) }, partNumber);
  const [request] = await enrichment.readRequests(accountId, [name]);
  if (request !== undefined) return request;
  const known = (await enrichment.listRequests(accountId)).map(partOf);
  throw new OperatorError('The account has not requested this part.', {
    code: 'unknown_request',
    fix: nearestOr(known, `${manufacturer} ${partNumber}`, listFix(accountId)),
  });
}

function partOf({ asked }: EnrichmentRequest): string {
  return `${asked.manufacturer} ${asked.partNumber}`;
}

function listFix(accountId: string): string {
  return `\`research-requests list ${accountId}\` lists its requests.`;
}

function commandOf(verb: 'show' | 'retry', { accountId, asked }: EnrichmentRequest): string {
  return `research-requests ${verb} ${accountId} ${shellWord(asked.manufacturer)} ${shellWord(asked.partNumber)}`;
}

/** The page's words (web/views/sourcing/research.tsx). */
function costText(request: EnrichmentRequest): string {
  const cost = researchCostNanoUsd(request);
  if (isOpen(request)) return `${formatUsd(cost)} reserved`;
  return cost === 0 ? 'free' : formatUsd(cost);
}

function requestJson(request: EnrichmentRequest) {
  return {
    manufacturer: request.asked.manufacturer,
    part_number: request.asked.partNumber,
    description: request.asked.description,
    state: request.state,
    failure: request.failure,
    requested_at: timeTextOrNull(request.requestedAtMs),
    ended_at: timeTextOrNull(request.settledAtMs),
    charged: request.charged,
    usage_row: request.usageKey,
    item_id: request.itemId,
    claims: request.claims,
    leased_until: timeTextOrNull(request.lease?.untilMs ?? null),
    resends: request.resends,
    due_at: timeTextOrNull(request.dueAtMs),
    attempt: request.attempt,
  };
}

function detailsOf({ asked, state, attempt }: EnrichmentRequest) {
  return { manufacturer: asked.manufacturer, part_number: asked.partNumber, state, attempt };
}
