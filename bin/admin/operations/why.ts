/**
 * `admin why <request id>`: explains a request from its log line: caller, outcome and reason, and what to tell the
 * customer. Logs contain only the shape of a request, never its arguments.
 */
import { Command, InvalidArgumentError } from 'commander';
import { setTimeout } from 'node:timers/promises';
import type { Account } from '../../../core/billing/accounts/account.ts';
import type { ClientRecord } from '../../../core/billing/accounts/caller.ts';
import { readClientId } from '../../../core/identifiers.ts';
import { numberText } from '../../../core/number-text.ts';
import { LOCAL_FOLDER } from '../../../local/endpoints.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printFields, printText, type Cell } from '../console/print.ts';
import { readDurationMs } from '../console/read-option.ts';
import { dollars } from '../console/values.ts';
import { nearestOr } from '../stage/nearest.ts';
import { accountStore } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import type { OpenStage } from '../stage/open-stage.ts';
import { explainOutcome, type Explanation } from '../../../core/api/refusals/explain-outcome.ts';
import { localLog } from './why/local-log.ts';
import type { RequestLine, Why } from '../../../core/dashboard/request-log/request-line.ts';
import { findRequest, type LoggedRequest, type RequestLogSource } from './why/request-line.ts';
import { DAY_MS, minuteText } from '../../../core/time.ts';

const DEFAULT_SINCE_MS = 3 * DAY_MS;
/** The service name in its log lines. */
const HTTP_API = 'v1';

export function whyCommand(): Command {
  return new Command('why')
    .description('Explain why a request was refused, or its outcome')
    .argument('<request>', 'request id', readRequestId)
    .option('--since <time>', 'how far back to search a deployed stage: 2h, 7d (default 3d)', readDurationMs)
    .action((requestId: string, { since = DEFAULT_SINCE_MS }: { readonly since?: number }, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const log = await logOf(stage, Date.now(), since);
        const found = await findRequest(log, requestId);
        if (found === undefined) throw await unknownRequest(requestId, log, stage);
        const who = await readWho(stage, found.line);
        const inItsWords = await wordsOf(found.line);
        const explained = explainedIn(inItsWords, explainOutcome(outcomeOf(found.line)), found.line);
        answer(whyJson(found, who, explained, inItsWords), () => {
          printWhy(found, who, explained, inItsWords);
          const command = nextCommand(found.line, who);
          if (command !== undefined) next(...command);
        });
      }),
    );
}

function readRequestId(text: string): string {
  if (/^req_[A-Za-z0-9]{20}$/.test(text)) return text;
  throw new InvalidArgumentError(
    'A request id is req_ followed by 20 letters or digits; every response has it in the header x-request-id.',
  );
}

async function logOf(stage: OpenStage, nowMs: number, sinceMs: number): Promise<RequestLogSource> {
  if (stage.stage === 'local') return localLog(LOCAL_FOLDER);
  const { CloudWatchLogsClient } = await import('@aws-sdk/client-cloudwatch-logs');
  const { logsInsights } = await import('./why/logs-insights.ts');
  return logsInsights({
    client: new CloudWatchLogsClient({}),
    logGroups: stage.output('RequestLogGroups').split(','),
    fromMs: nowMs - sinceMs,
    toMs: nowMs,
    wait: (ms) => setTimeout(ms),
  });
}

async function unknownRequest(requestId: string, log: RequestLogSource, { stage }: OpenStage): Promise<OperatorError> {
  const otherwise =
    stage === 'local'
      ? 'The local service keeps about 40,000 requests, and none from before `npm start -- --fresh`.'
      : 'Search further back with --since. A request of the last minute may not be searchable yet. Requests refused by the gateway have no request id.';
  const fix = nearestOr((await log.requestIds?.()) ?? [], requestId, otherwise);
  return new OperatorError(`No log of ${stage} has ${requestId}.`, { code: 'unknown_request', fix });
}

interface Who {
  readonly account: Account | undefined;
  readonly client: ClientRecord | undefined;
  /** Whether the caller proved possession of the key's secret. */
  readonly isProven: boolean;
}

async function readWho(stage: OpenStage, { client, account, claimedClient }: RequestLine): Promise<Who> {
  const identity = readClientId(client ?? claimedClient ?? '');
  const accountId = account ?? identity?.accountId;
  const store = accountStore(stage);
  const [known, key] = await Promise.all([
    accountId === undefined ? undefined : store.readAccount(accountId),
    identity === undefined ? undefined : store.readClient(identity),
  ]);
  return { account: known?.value, client: key?.value.client, isProven: client !== undefined };
}

/** Returns the logged outcome; a successful request may have none. */
function outcomeOf({ outcome, status }: RequestLine): string {
  return outcome ?? (status < 400 ? 'answered' : 'unknown');
}

/** Rewrites a text in the terms of the called interface: endpoints for the HTTP API, tools for MCP. */
type InItsWords = (text: string) => string;

/** Imports the endpoints lazily, because they load all tools. */
async function wordsOf({ service }: RequestLine): Promise<InItsWords> {
  if (service !== HTTP_API) return (text) => text;
  const { inApiWords } = await import('../../../core/api/http-api/endpoints.ts');
  return inApiWords;
}

/** The advice is the message that the caller got, or for a line without it that on the outcome. */
function explainedIn(
  inItsWords: InItsWords,
  explained: Explanation | undefined,
  { told }: RequestLine,
): Explanation | undefined {
  if (explained === undefined) return undefined;
  const { meaning, tell } = explained;
  return { meaning: inItsWords(meaning), tell: told ?? (tell === null ? null : inItsWords(tell)) };
}

function whyJson(
  { line, internalError }: LoggedRequest,
  who: Who,
  explained: Explanation | undefined,
  inItsWords: InItsWords,
) {
  const { requestId, timestamp, service, status, milliseconds, why, tool, asked, mcpVersion, traceparent } = line;
  return {
    request_id: requestId,
    at: timestamp,
    function: service,
    tool: tool ?? null,
    endpoint: service === HTTP_API && tool !== undefined ? inItsWords(tool) : null,
    rpc_method: line.rpcMethod ?? null,
    asked: asked ?? null,
    mcp_version: mcpVersion ?? null,
    account_id: line.account ?? who.account?.accountId ?? null,
    account_name: who.account?.name ?? null,
    client_id: line.client ?? line.claimedClient ?? null,
    client_proven: who.isProven,
    outcome: outcomeOf(line),
    http_status: status,
    meaning: explained?.meaning ?? null,
    figures: why,
    tell_the_customer: explained?.tell ?? null,
    tokens_billed: line.tokensBilled ?? 0,
    milliseconds,
    storage: tripsOf(line),
    traceparent: traceparent ?? null,
    internal_error: internalError?.error ?? null,
  };
}

function printWhy(
  { line, internalError }: LoggedRequest,
  who: Who,
  explained: Explanation | undefined,
  inItsWords: InItsWords,
): void {
  const outcome = outcomeOf(line);
  const isMiss = outcome === 'answered' && line.status === 404;
  const trips = tripsOf(line);
  printFields({
    request: line.requestId,
    when: minuteText(Date.parse(line.timestamp)),
    asked: inItsWords(askedText(line)),
    who: whoText(line, who),
    outcome: `${isMiss ? 'not found' : outcome}, HTTP ${line.status}`,
    ...(isMiss ? { meaning: 'Nothing was found, which is free.' } : explained && { meaning: explained.meaning }),
    ...figureFields(line.why),
    ...(internalError === undefined
      ? {}
      : { 'internal error': [internalError.error?.name, internalError.error?.message].filter(Boolean).join(': ') }),
    billed: (line.tokensBilled ?? 0) === 0 ? 'nothing' : `${numberText(line.tokensBilled ?? 0)} tokens`,
    took: `${numberText(line.milliseconds)} ms, ${trips.length} calls to storage`,
    ...(trips.length === 0
      ? {}
      : { storage: trips.map(({ call, milliseconds }) => `${call} ${milliseconds} ms`).join(', ') }),
    ...(line.traceparent === undefined ? {} : { trace: line.traceparent }),
  });
  const tell = explained?.tell ?? null;
  if (tell === null) return;
  console.log('\nTell the customer:');
  printText(who.client === undefined ? tell : `${tell} The key is "${who.client.name}".`);
}

function askedText({ service, tool, asked, rpcMethod, method, mcpVersion }: LoggedRequest['line']): string {
  const version = mcpVersion === undefined ? '' : `, MCP ${mcpVersion}`;
  if (tool !== undefined) return `${tool} (${asked === undefined || asked === '' ? 'no arguments' : asked})${version}`;
  if (rpcMethod !== undefined) return `${rpcMethod}${version}`;
  if (service === 'token') return 'a token';
  return `${method ?? '?'} to ${service === HTTP_API ? 'the HTTP API' : service}`;
}

function whoText({ account, client, claimedClient }: RequestLine, who: Who): string {
  const clientId = client ?? claimedClient;
  if (clientId === undefined) return 'unknown: the request named no key';
  const key = `${clientId}${who.client === undefined ? ' (no such key)' : ` "${who.client.name}"`}`;
  const owner = who.account === undefined ? (account ?? '') : `${who.account.name} (${who.account.accountId})`;
  const whose = owner === '' ? key : `${owner}, ${key}`;
  return who.isProven ? whose : `${whose}; the key is only claimed`;
}

function figureFields(why: Why): Readonly<Record<string, Cell>> {
  const { limit, limitOf = '', used, asked } = why;
  const money = (nanoUsd: number | undefined): string | undefined =>
    nanoUsd === undefined ? undefined : dollars(nanoUsd);
  const fields: Readonly<Record<string, Cell>> = {
    field: why.field,
    'scope needed': why.scopeNeeded,
    'scopes held': why.scopesHeld === '' ? 'none' : why.scopesHeld,
    limit: limit === undefined ? undefined : `${numberText(limit)} ${limitOf}`,
    used: used === undefined ? undefined : numberText(used),
    'asked for': asked === undefined ? undefined : numberText(asked),
    'tokens asked': why.askedTokens === undefined ? undefined : numberText(why.askedTokens),
    'spending cap': money(why.capNanoUsd),
    'spent beyond the plan': money(why.spentNanoUsd),
    'reserved for research': money(why.reservedNanoUsd),
    'account is': why.status,
    'billing is': why.billingState?.replaceAll('_', ' '),
    'retry after': why.retryAfterSeconds === undefined ? undefined : `${why.retryAfterSeconds} s`,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Parses `BatchGet 5, Update 3`. */
function tripsOf({ storage = '' }: RequestLine): readonly { readonly call: string; readonly milliseconds: number }[] {
  return storage
    .split(', ')
    .filter((part) => part !== '')
    .map((part) => {
      const [call = '', milliseconds = '0'] = part.split(' ');
      return { call, milliseconds: Number(milliseconds) };
    });
}

function nextCommand(
  { outcome = '', client, claimedClient, why }: RequestLine,
  { account }: Who,
): readonly [string, string] | undefined {
  const accountId = account?.accountId;
  const clientId = client ?? claimedClient;
  if (accountId === undefined)
    return clientId === undefined ? undefined : ['Find the account of the key', `clients find ${clientId}`];
  switch (outcome) {
    case 'insufficient_scope':
      return [
        'Add the scope to the key',
        `clients scopes ${clientId ?? 'cli_…'} ${[why.scopesHeld, why.scopeNeeded].filter(Boolean).join(',').replaceAll(' ', ',')}`,
      ];
    case 'wrong_secret':
    case 'replaced_secret':
      return ['Replace a lost secret', `clients rotate ${clientId ?? 'cli_…'}`];
    case 'ended_key':
    case 'revoked_client':
    case 'revoked_sign_in':
    case 'account_not_active':
      return ['Show the audit trail', `audit show ${accountId}`];
    case 'rate_limited':
    case 'rate_limited_account':
    case 'spending_cap_reached':
    case 'no_active_plan':
    case 'past_due':
    case 'trial_ended':
    case 'trial_limit_reached':
    case 'plan_required_for_enrich':
      return ['Show the usage of the account', `usage show ${accountId}`];
    default:
      return ['Show the account and its terms', `accounts show ${accountId}`];
  }
}
