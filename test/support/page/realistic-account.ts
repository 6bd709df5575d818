/**
 * A customer’s account after three weeks: five keys and their assistants, a month of calls, research, members, and
 * changes in the audit trail.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { DynamoAssistantStore } from '../../../adapters/dynamodb/access/dynamo-assistant-store.ts';
import { usageKey } from '../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { clientAttributes, PLACES } from '../../../adapters/dynamodb/billing/usage-rows.ts';
import { writeRequestRow } from '../../../adapters/dynamodb/accounts-table/enrichment-rows.ts';
import type { Scope } from '../../../core/billing/accounts/scopes.ts';
import { createClient, renameClient, revokeClient } from '../../../core/access/administration/administer-clients.ts';
import { notePaymentFailed } from '../../../core/access/administration/administer-payments.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { endRequest, numberName, openRequest } from '../../../core/sourcing/enrichment/enrichment-request.ts';
import type { ClientKind } from '../../../core/identifiers.ts';
import { toManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../core/index/part-keys/part-number.ts';
import { inviteMember } from '../../../core/access/people/administer-members.ts';
import type { Member } from '../../../core/access/people/person.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { recordOf } from '../fixtures/item-records.ts';
import { openAccount } from '../fixtures/accounts.ts';
import { valueOf } from '../fixtures/value-of.ts';
import { joinAccount } from '../service/people.ts';
import { SHOWN_ITEM_ID, type PageInterface } from '../service/page-interface.ts';

/** A Monday, in the fourth week of a period that began with the month. */
export const SHOWN_MS = Date.parse('2026-11-23T14:03:00.000Z');
const MONTH = '2026-11';
const INCLUDED = 10_000_000;
const NANO_USD = 1_000_000_000;
const PRICE = 30_000;
const RESEARCH_PRICE = 0.15 * NANO_USD;

interface ShownKey {
  readonly name: string;
  readonly kind: ClientKind;
  readonly scopes: readonly Scope[];
  /** The assistants that call with the key, the time since their last call, and their tokens on a working day. */
  readonly assistants: readonly { readonly name: string; readonly agoMs: number; readonly tokens: number }[];
}

const READ: readonly Scope[] = ['items:read', 'items:search'];

const KEYS: readonly ShownKey[] = [
  {
    name: 'ERP nightly sync',
    kind: 'live',
    scopes: [...READ, 'usage:read'],
    assistants: [{ name: 'node', agoMs: 12 * HOUR_MS, tokens: 297_000 }],
  },
  {
    name: 'Claude Code, Jürgen Müller',
    kind: 'live',
    scopes: [...READ, 'catalogs:read', 'usage:read', 'enrich:write'],
    assistants: [{ name: 'claude-code', agoMs: 2 * MINUTE_MS, tokens: 117_000 }],
  },
  {
    name: 'ChatGPT, Einkauf',
    kind: 'live',
    scopes: [...READ, 'catalogs:read', 'usage:read'],
    assistants: [
      { name: 'openai-mcp', agoMs: 18 * MINUTE_MS, tokens: 90_000 },
      { name: 'mcp-remote', agoMs: 3 * DAY_MS, tokens: 10_000 },
    ],
  },
  {
    name: 'متجر الويب',
    kind: 'live',
    scopes: READ,
    assistants: [{ name: 'php', agoMs: 6 * MINUTE_MS, tokens: 56_000 }],
  },
  { name: 'BOM checker', kind: 'test', scopes: [...READ, 'catalogs:read', 'usage:read'], assistants: [] },
];

const RESEARCHED = [
  ['Norvane', 'AX6500-ATR', 'open'],
  ['Bourns', 'CRM2512-FX-R010ELF', 'open'],
  ['Würth Elektronik', '744373240022', 'found'],
  ['Vishay', 'WSL2512R0100FEA', 'found'],
  ['Kyocera AVX', 'TAJB106K016RNJ', 'found'],
  ['Norvane', 'BX6600-BTR', 'not_found'],
  ['Littelfuse', '0451005.MRL', 'found'],
  ['Panasonic', 'ERJ-3EKF1002V', 'failed'],
] as const;

export interface RealisticAccount {
  readonly accountId: string;
  readonly owner: Member;
  readonly member: Member;
}

interface Wanted {
  readonly name?: string;
  /** The domain of the members’ addresses. */
  readonly domain?: string;
  /** Further keys with any names that customers may give them. */
  readonly keyNames?: readonly string[];
  /** Names of further assistants, which use the first key. */
  readonly assistantNames?: readonly string[];
}

export async function openRealisticAccount(
  page: PageInterface,
  { name = 'Nordhafen Elektronik GmbH', domain = 'nordhafen', keyNames = [], assistantNames = [] }: Wanted = {},
): Promise<RealisticAccount> {
  const { client, people } = page;
  const table = page.tables.accountsTable;
  const openedMs = SHOWN_MS - 40 * DAY_MS;
  const opened = await openAccount(client, table, { name, spendingCapCents: 1_000, nowMs: openedMs });
  const { account, store } = opened;
  const { accountId } = account;
  const owner = await joinAccount(
    people,
    { accountId, email: `juergen.mueller@${domain}.example`, role: 'owner' },
    openedMs,
  );
  const member = await joinAccount(
    people,
    { accountId, email: `mia@${domain}.example`, role: 'member' },
    SHOWN_MS - 30 * DAY_MS,
  );
  const invited = { accountId, email: `khalid@${domain}.example`, role: 'member' } as const;
  valueOf(await inviteMember(people, invited, { who: owner.personId }, SHOWN_MS - 2 * DAY_MS));
  const actor = { who: owner.personId };
  const activity = new DynamoAssistantStore(client, table);
  valueOf(await revokeClient(store, opened.client.clientId, { who: 'operator' }, openedMs + HOUR_MS));
  /** The use of all keys, which the period states. */
  const used = { tokens: 0, billed: 0, byNumber: new Map<string, number>() };
  const more = keyNames.map((one): ShownKey => ({ name: one, kind: 'live', scopes: READ, assistants: [] }));
  for (const [index, key] of [...KEYS, ...more].entries()) {
    const madeMs = openedMs + (index + 1) * DAY_MS;
    const wanted = { accountId, kind: key.kind, name: key.name, scopes: key.scopes };
    const { clientId, number = '' } = valueOf(await createClient(store, wanted, actor, madeMs)).client;
    const further = index === 0 ? assistantNames.map((one) => ({ name: one, agoMs: DAY_MS, tokens: 2_000 })) : [];
    for (const { name: assistant, agoMs, tokens } of [...key.assistants, ...further]) {
      const use = { accountId, clientId, name: assistant };
      for (const { day, share } of workingDays(index)) {
        const calls = Math.max(1, Math.round((tokens * share) / 900));
        const billed = key.kind === 'live' ? Math.round(calls * 0.8) : 0;
        const amounts = { tokens: Math.round(tokens * share), billed, calls };
        await activity.addToDay(use, day, amounts, SHOWN_MS - agoMs);
        used.tokens += amounts.tokens;
        used.billed += billed;
        used.byNumber.set(number, (used.byNumber.get(number) ?? 0) + amounts.tokens);
      }
      await activity.noteUse(use, madeMs);
      await activity.noteUse(use, SHOWN_MS - agoMs);
    }
    if (key.name === 'BOM checker')
      valueOf(await renameClient(store, clientId, 'BOM checker, test', actor, SHOWN_MS - 3 * DAY_MS));
  }
  for (const [index, [manufacturer, number, state]] of RESEARCHED.entries())
    await client.send(
      new PutCommand({ TableName: table, Item: researchRow(accountId, manufacturer, number, state, index) }),
    );
  await putPeriods(page, accountId, used);
  valueOf(await setAccount(store, accountId, { spendingCapCents: 2_500 }, actor, SHOWN_MS - 5 * DAY_MS));
  return { accountId, owner, member };
}

/** Returns the usage of the current period up to today; on weekends there is little. */
function workingDays(seed: number): readonly { readonly day: string; readonly share: number }[] {
  const start = Date.parse(`${MONTH}-01`);
  return Array.from({ length: 23 }, (_, index) => {
    const atMs = start + index * DAY_MS;
    const weekday = new Date(atMs).getUTCDay();
    const isWorking = weekday !== 0 && weekday !== 6;
    const wave = 0.75 + 0.5 * Math.abs(Math.sin(index * 1.7 + seed));
    return { day: new Date(atMs).toISOString().slice(0, 10), share: (isWorking ? 1 : 0.12) * wave };
  });
}

async function putPeriods(
  { client, tables }: PageInterface,
  accountId: string,
  used: { readonly tokens: number; readonly billed: number; readonly byNumber: ReadonlyMap<string, number> },
): Promise<void> {
  const ofState = (wanted: string) => RESEARCHED.filter(([, , state]) => state === wanted).length;
  const byClient = Object.fromEntries(
    [...used.byNumber].map(([number, tokens]) => [clientAttributes(number).tokens, tokens]),
  );
  const now = { tokens: used.tokens, items: Math.round(used.tokens / 168), calls: used.billed };
  const periods = [{ key: MONTH, ...now, found: ofState('found'), open: ofState('open') }];
  for (const { key, tokens, items, calls, found, open } of periods) {
    const [charged, reserved] = [found * RESEARCH_PRICE, open * RESEARCH_PRICE];
    const research = charged + reserved;
    const committed = Math.max(0, tokens - INCLUDED) * PRICE + research;
    const row = {
      ...(key === MONTH && { ...byClient, [PLACES]: used.byNumber.size }),
      tokens,
      items,
      calls,
      research,
      reserved,
      charged,
      committed,
      price: PRICE,
      included: INCLUDED,
    };
    await client.send(
      new PutCommand({ TableName: tables.accountsTable, Item: { ...usageKey(accountId, key), ...row } }),
    );
  }
}

function researchRow(
  accountId: string,
  manufacturer: string,
  partNumber: string,
  state: 'found' | 'not_found' | 'failed' | 'open',
  index: number,
) {
  const name = numberName({ manufacturerKey: toManufacturerKey(manufacturer), part: partKey(partNumber) }, partNumber);
  const atMs = SHOWN_MS - index * 1.4 * DAY_MS - 3 * MINUTE_MS;
  const asked = { manufacturer, partNumber, description: null };
  const attempt = { accountId, ...name, attempt: `attempt-${index}`, asked, usageKey: MONTH, counted: true };
  const opened = openRequest(attempt, undefined, atMs);
  if (state === 'open') return writeRequestRow(opened);
  const ends = {
    found: { kind: 'found', itemId: 'itm_0000000000000000', charge: true },
    not_found: { kind: 'not_found' },
    failed: { kind: 'failed', cause: 'given_up' },
  } as const;
  return writeRequestRow(endRequest(opened, ends[state], atMs + 2 * MINUTE_MS).request);
}

/** The item that the home page shows. */
export async function loadShownRecord({ client, tables }: PageInterface): Promise<void> {
  const item = recordOf({
    id: SHOWN_ITEM_ID,
    manufacturer: 'Texas Instruments',
    mpn: 'LM317T',
    title: 'LM317T, adjustable voltage regulator, 1.5 A, TO-220',
    description: 'Three-terminal positive regulator, output 1.25 V to 37 V',
    category: 'Voltage regulators',
    confidence: 97,
  });
  await new DynamoItemWriter(client, tables.productIndexTable).writeItem(item);
}

/** Opens a trial that has just started, without a key, a call or a catalog. */
export async function openNewAccount({
  client,
  people,
  tables,
}: PageInterface): Promise<Pick<RealisticAccount, 'accountId' | 'owner'>> {
  const {
    account,
    store,
    client: key,
  } = await openAccount(client, tables.accountsTable, {
    name: 'Atelier Löwe',
    planCode: null,
    kind: 'trial',
    nowMs: SHOWN_MS - HOUR_MS,
  });
  const { accountId } = account;
  valueOf(await revokeClient(store, key.clientId, { who: 'operator' }, SHOWN_MS - HOUR_MS));
  const owner = await joinAccount(
    people,
    { accountId, email: 'anna@loewe.example', role: 'owner' },
    SHOWN_MS - HOUR_MS,
  );
  return { accountId, owner };
}

/** Opens an account with a failed payment whose grace period is over. */
export async function openPastDueAccount(page: PageInterface): Promise<RealisticAccount> {
  const opened = await openRealisticAccount(page, { name: 'Südwerk KG', domain: 'suedwerk' });
  const { accountId } = opened;
  const store = new DynamoAdministrationStore(page.client, page.tables.accountsTable);
  valueOf(
    await notePaymentFailed(
      store,
      accountId,
      { who: 'billing', because: 'The card was declined.' },
      SHOWN_MS - 15 * DAY_MS,
    ),
  );
  return opened;
}
