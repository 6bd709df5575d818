/** `admin requests …`: research that an account asked for: look at it, ask again, cancel. */
import { timeTextOrNull } from '../../core/time.ts';
import { Command, Option } from 'commander';
import { retryRequest, type AccountPorts, type Retried } from '../../core/enrichment/enrich-for-account.ts';
import { describeEnrichmentRefusal } from '../../core/enrichment/enrichment-refusal.ts';
import {
  isOpen,
  numberName,
  REQUEST_STATES,
  type EnrichmentRequest,
  type RequestState,
} from '../../core/enrichment/enrichment-request.ts';
import type { EnrichmentStore } from '../../core/enrichment/enrichment-store.ts';
import { abandonRequest } from '../../core/enrichment/settle-enrichment.ts';
import { toManufacturerKey } from '../../core/part-keys/manufacturer-name.ts';
import { partKey } from '../../core/part-keys/part-number.ts';
import { stageSettings } from '../../lib/settings/stage-settings.ts';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { printFields, printTable, printText } from './console/print.ts';
import { readAccountId } from './console/read-option.ts';
import { shellWord } from './console/shell-word.ts';
import { minuteOrNull, minuteText } from './console/values.ts';
import { nearestOr } from './stage/nearest.ts';
import { requireAccount } from './stage/require-account.ts';
import { runCommand } from './stage/run-command.ts';
import { accountPorts, requireActiveAccount } from './stage/account-ports.ts';
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
      runCommand(command, async ({ stage, answer, next }) => {
        await requireAccount(stage, accountId);
        const requests = (await accountPorts(stage).enrichment.listRequests(accountId))
          .filter((request) => state === undefined || request.state === state)
          .toSorted((a, b) => b.requestedAtMs - a.requestedAtMs);
        answer(requests.map(requestJson), () => {
          const [latest] = requests;
          if (latest === undefined) {
            console.log('No requests.');
            next('What the account used', `usage show ${accountId}`);
            return;
          }
          printTable(
            [
              'Manufacturer',
              'Part number',
              'State',
              'Requested (UTC)',
              { heading: 'Ended (UTC)', minor: true },
              { heading: 'Charged', minor: true },
              { heading: 'Item', minor: true },
            ],
            requests.map((request) => [
              request.asked.manufacturer,
              request.asked.partNumber,
              request.state.replaceAll('_', ' '),
              minuteText(request.requestedAtMs),
              minuteOrNull(request.settledAtMs),
              request.charged,
              request.itemId,
            ]),
          );
          next('The latest, with its lease', commandOf('show', latest));
        });
      }),
    );
}

function showCommand(): Command {
  return withPart(new Command('show').description('Show one request, with its lease and its next due time')).action(
    (accountId: string, manufacturer: string, partNumber: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        await requireAccount(stage, accountId);
        const request = await requireRequest(accountPorts(stage), accountId, manufacturer, partNumber);
        const json = requestJson(request);
        answer(json, () => {
          printFields({
            ...Object.fromEntries(Object.entries(json).map(([name, value]) => [name.replaceAll('_', ' '), value])),
            'requested at': minuteText(request.requestedAtMs),
            'ended at': minuteOrNull(request.settledAtMs),
            'leased until': minuteOrNull(request.lease?.untilMs ?? null),
            'due at': minuteOrNull(request.dueAtMs),
          });
          next(isOpen(request) ? 'Send it to the queue again' : 'Ask again', commandOf('retry', request));
        });
      }),
  );
}

function retryCommand(): Command {
  return withPart(
    new Command('retry').description(
      'Send the message of an open request again; ask again for one that has ended, with a new reserve',
    ),
  ).action((accountId: string, manufacturer: string, partNumber: string, _options: object, command: Command) =>
    runCommand(command, async ({ stage, who, answer, next }) => {
      const ports = accountPorts(stage);
      const account = await requireActiveAccount(stage, accountId);
      const request = await requireRequest(ports, accountId, manufacturer, partNumber);
      const nowMs = Date.now();
      const audit = { who, what: 'research.retried' as const, details: detailsOf(request), atMs: nowMs };
      const retried = await retryRequest(ports, account, request, audit, nowMs);
      const said = sayRetried(retried, stage);
      answer({ outcome: retried.kind }, () => {
        printText(said);
        next('Its state', commandOf('show', request));
      });
    }),
  );
}

/** @throws {OperatorError} when it was refused */
function sayRetried(retried: Retried, { stage }: OpenStage): string {
  switch (retried.kind) {
    case 'sent_again':
      return 'The request is open; its message was sent again.';
    case 'queued':
      return 'Asked again.';
    case 'in_index':
      return `The part is in the index: ${retried.record.id}. Nothing was asked.`;
    case 'refused':
      throw new OperatorError(describeEnrichmentRefusal(retried.refusal, stageSettings(stage)).message, {
        code: retried.refusal.kind,
      });
  }
}

function cancelCommand(): Command {
  return new Command('cancel')
    .description('Fail an open request, or all that the account has open, and release what is reserved')
    .argument('<account>', 'account id', readAccountId)
    .argument('[manufacturer]', 'as it was asked for; all open requests when no part is named')
    .argument('[part-number]', 'as it was asked for')
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
            throw new OperatorError('Name manufacturer and part number, or neither for all open requests.', {
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
          await confirm(`${count} ends and what is reserved for it is released. Continue?`, yes);
          const cancelled = await cancelRequests(enrichment, requests, who);
          if (cancelled === 0)
            throw new OperatorError('The request is not open: there is nothing to cancel.', {
              code: 'nothing_open',
              fix: listFix(accountId),
            });
          answer({ outcome: 'cancelled', cancelled }, () => {
            printText(`${cancelled} cancelled; nothing is reserved for them any more.`);
            next('What the account asked for', `requests list ${accountId}`);
          });
        }),
    );
}

/** @returns how many were still open; each leaves its line in the audit trail */
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
    .argument('<manufacturer>', 'as it was asked for')
    .argument('<part-number>', 'as it was asked for');
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
  throw new OperatorError('The account has not asked for this part.', {
    code: 'unknown_request',
    fix: nearestOr(known, `${manufacturer} ${partNumber}`, listFix(accountId)),
  });
}

function partOf({ asked }: EnrichmentRequest): string {
  return `${asked.manufacturer} ${asked.partNumber}`;
}

function listFix(accountId: string): string {
  return `\`requests list ${accountId}\` shows those it has.`;
}

function commandOf(verb: 'show' | 'retry', { accountId, asked }: EnrichmentRequest): string {
  return `requests ${verb} ${accountId} ${shellWord(asked.manufacturer)} ${shellWord(asked.partNumber)}`;
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
