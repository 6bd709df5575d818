/**
 * Maps enrichment requests and outbox rows to and from the core's types. All attributes are flat, because rows inside
 * errors are read too.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { FAILURE_CAUSES, type EnrichmentRequest } from '../../../core/sourcing/enrichment/enrichment-request.ts';
import { REQUEST_STATES } from '../../../core/sourcing/enrichment/request-states.ts';
import type { DueWork } from '../../../core/sourcing/enrichment/enrichment-store.ts';
import type { ManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import type { NumberKey, PartKey } from '../../../core/index/part-keys/part-number.ts';
import { enrichKey, outboxKey } from './account-keys.ts';
import type { Row } from '../client/row-key.ts';

const requestRowSchema = z.object({
  account_id: z.string(),
  manufacturer_key: z.string(),
  part: z.string(),
  number: z.string(),
  attempt: z.string(),
  version: z.int(),
  state: z.enum(REQUEST_STATES),
  manufacturer: z.string(),
  part_number: z.string(),
  description: z.nullable(z.string()),
  requested_at_ms: z.number(),
  check_back_after_ms: z.number(),
  usage_key: z.nullable(z.string()),
  /** The number of the client that reserved, and the day whose figures have the reserve too. */
  client: z.optional(z.string()),
  client_day: z.optional(z.number()),
  charged: z.boolean(),
  charged_usage_key: z._default(z.nullable(z.string()), null),
  charged_at_ms: z._default(z.nullable(z.number()), null),
  counted: z.boolean(),
  due_at_ms: z.nullable(z.number()),
  resends: z.int(),
  claims: z.int(),
  lease_token: z.nullable(z.string()),
  lease_until_ms: z.nullable(z.number()),
  item_id: z.nullable(z.string()),
  settled_at_ms: z.nullable(z.number()),
  failure: z.nullable(z.enum(FAILURE_CAUSES)),
});

type RequestRow = z.infer<typeof requestRowSchema>;

export function writeRequestRow(request: EnrichmentRequest): Row & RequestRow {
  const { share } = request;
  return {
    ...enrichKey(request.accountId, request),
    account_id: request.accountId,
    manufacturer_key: request.manufacturerKey,
    part: request.part,
    number: request.number,
    attempt: request.attempt,
    version: request.revision,
    state: request.state,
    manufacturer: request.asked.manufacturer,
    part_number: request.asked.partNumber,
    description: request.asked.description,
    requested_at_ms: request.requestedAtMs,
    check_back_after_ms: request.checkBackAfterMs,
    usage_key: request.usageKey,
    ...(share !== undefined && { client: share.number }),
    ...(share !== undefined && share.day !== null && { client_day: share.day }),
    charged: request.charged,
    charged_usage_key: request.chargedOn?.usageKey ?? null,
    charged_at_ms: request.chargedOn?.atMs ?? null,
    counted: request.counted,
    due_at_ms: request.dueAtMs,
    resends: request.resends,
    claims: request.claims,
    lease_token: request.lease?.token ?? null,
    lease_until_ms: request.lease?.untilMs ?? null,
    item_id: request.itemId,
    settled_at_ms: request.settledAtMs,
    failure: request.failure,
  };
}

/** @throws when the row is not an enrichment request */
export function readRequestRow(row: unknown): EnrichmentRequest {
  const stored = requestRowSchema.parse(row);
  const {
    lease_token: token,
    lease_until_ms: untilMs,
    charged_usage_key: chargedKey,
    charged_at_ms: chargedMs,
  } = stored;
  return {
    accountId: stored.account_id,
    manufacturerKey: stored.manufacturer_key as ManufacturerKey,
    part: stored.part as PartKey,
    number: stored.number as NumberKey,
    attempt: stored.attempt,
    revision: stored.version,
    state: stored.state,
    asked: { manufacturer: stored.manufacturer, partNumber: stored.part_number, description: stored.description },
    requestedAtMs: stored.requested_at_ms,
    checkBackAfterMs: stored.check_back_after_ms,
    usageKey: stored.usage_key,
    ...(stored.client !== undefined && { share: { number: stored.client, day: stored.client_day ?? null } }),
    charged: stored.charged,
    chargedOn: chargedKey === null || chargedMs === null ? null : { usageKey: chargedKey, atMs: chargedMs },
    counted: stored.counted,
    dueAtMs: stored.due_at_ms,
    resends: stored.resends,
    claims: stored.claims,
    lease: token === null || untilMs === null ? null : { token, untilMs },
    itemId: stored.item_id,
    settledAtMs: stored.settled_at_ms,
    failure: stored.failure,
  };
}

/** Translates a row from a cancellation, because the document client does not translate rows inside errors. */
export function plainRow(item: Readonly<Record<string, AttributeValue>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: AttributeValue): unknown {
  if (value.N !== undefined) return Number(value.N);
  return value.NULL === true ? null : (value.S ?? value.BOOL);
}

const dueRowSchema = z.object({
  account_id: z.string(),
  manufacturer_key: z.string(),
  part: z.string(),
  number: z.string(),
  attempt: z.string(),
  due_at_ms: z.number(),
});

export function writeDueRow({ accountId, manufacturerKey, part, number, attempt, dueAtMs }: DueWork): Row {
  const row = {
    account_id: accountId,
    manufacturer_key: manufacturerKey,
    part,
    number,
    attempt,
    due_at_ms: dueAtMs,
  } satisfies z.infer<typeof dueRowSchema>;
  return { ...outboxKey(accountId, { manufacturerKey, part, number }, dueAtMs), ...row };
}

/** @throws when the row is not an outbox row */
export function readDueRow(row: unknown): DueWork {
  const { account_id, manufacturer_key, part, number, attempt, due_at_ms } = dueRowSchema.parse(row);
  return {
    accountId: account_id,
    manufacturerKey: manufacturer_key as ManufacturerKey,
    part: part as PartKey,
    number: number as NumberKey,
    attempt,
    dueAtMs: due_at_ms,
  };
}
