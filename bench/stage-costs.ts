/**
 * Measures each stage of one lookup_part call in this process, from the gateway's event to the response, without
 * storage.
 */
import { OUR_NAME } from '../core/service-face.ts';
import { readGatewayEvent } from '../adapters/lambda-http/exchange.ts';
import { authenticateCaller } from '../core/access/auth/authenticate-caller.ts';
import { readBearerCredential } from '../core/access/auth/bearer-credential.ts';
import { decideFind } from '../core/index/lookup/find-part.ts';
import { BUILT_IN_MANUFACTURERS } from '../core/index/manufacturers/built-in-manufacturers.ts';
import { selectFields, showItem } from '../core/index/items/item-selection.ts';
import { writeResponse } from '../core/api/mcp/written-result.ts';
import { nameCall } from '../core/api/mcp/read-tool-call.ts';
import { toolSuccess } from '../core/api/mcp/tool-result.ts';
import { readRequest } from '../core/api/mcp/read-request.ts';
import { fitsProxyPayload } from '../core/api/tools/answer-size.ts';
import { findTool } from '../core/api/tools/definitions/all-tools.ts';
import { objectJson, objectLength, writeMembers } from '../core/api/tools/answers/written-answer.ts';
import { chargeForItems } from '../core/billing/meter/charge-for-items.ts';
import { readPart } from '../core/index/lookup/read-part.ts';
import { REGULATOR } from '../test/support/fixtures/item-records.ts';
import { FREE_FIGURES } from '../test/support/fixtures/tool-that.ts';
import { benchEvents } from './baselines/bench-events.ts';
import { CLIENT_ID, CLIENT_SECRET } from './baselines/bench-fixture.ts';
import { memoryClients } from './baselines/memory-clients.ts';
import { median } from '../test/support/measure/median.ts';

export interface StageCost {
  readonly stage: string;
  readonly microseconds: number;
}

const CALLS = 20_000;
const ROUNDS = 5;

export async function measureStageCosts(): Promise<readonly StageCost[]> {
  const part = { manufacturer: REGULATOR.manufacturer ?? '', part_number: REGULATOR.mpn ?? '' };
  const bearer = `Bearer ${CLIENT_ID}:${CLIENT_SECRET}`;
  const event = benchEvents(bearer, part).modernCall;
  const http = readGatewayEvent(event);
  const credential = readBearerCredential(bearer);
  const question = readPart(part);
  if (!credential.ok || !question.ok) throw new Error('The benchmark’s credential and part are valid.');
  const tokens = { verify: () => Promise.reject(new Error('unused')) };
  const selection = selectFields({ defaults: 'lookup' });
  const entries = [{ itemId: REGULATOR.id, identity: REGULATOR, item: REGULATOR, large: {} }];
  const item = showItem(REGULATOR, selection);
  const structured = { found: true, item };
  const tool = findTool('lookup_part');
  if (tool === undefined) throw new Error('There is a tool lookup_part.');
  const answered = {
    kind: 'answered',
    tool,
    answer: { structured, summary: 'Found.' },
    written: writeMembers(structured),
    figures: FREE_FIGURES,
  } as const;
  const context = { requestId: 'req', settings: { docsBaseUrl: '' } };
  const params = { name: 'lookup_part', arguments: part };

  const stages: readonly (readonly [string, () => unknown])[] = [
    ['the event as a request', () => readGatewayEvent(event)],
    ['JSON, era, headers', () => readRequest(http)],
    ['arguments (zod) and the question', () => nameCall(params)],
    [
      'the key (SHA-256, twice compared)',
      () => authenticateCaller(credential.value, { clients: memoryClients, tokens }, 0),
    ],
    ['which item answers', () => decideFind(question.value, entries, new Map(), true, BUILT_IN_MANUFACTURERS)],
    ['which fields it shows', () => showItem(REGULATOR, selection)],
    ['what it costs', () => chargeForItems([item])],
    ['its JSON, and whether it fits one response', () => fits(structured)],
    [
      'the response as JSON',
      () =>
        writeResponse(1, toolSuccess(answered, context), {
          protocolVersion: '2026-07-28',
          settings: { serviceName: OUR_NAME },
        }),
    ],
  ];
  const costs: StageCost[] = [];
  for (const [stage, work] of stages) costs.push({ stage, microseconds: await timed(work) });
  return costs;
}

function fits(structured: object): boolean {
  const written = writeMembers(structured);
  return fitsProxyPayload(objectLength(written), () => objectJson(written));
}

async function timed(work: () => unknown): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = process.cpuUsage();
    for (let call = 0; call < CALLS; call += 1) await work();
    const { user, system } = process.cpuUsage(start);
    // The first round is a warm-up.
    if (round > 0) rounds.push((user + system) / CALLS);
  }
  return median(rounds);
}
