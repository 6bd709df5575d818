/**
 * The realistic account with budgets: one key without, one below, one near and one at its end, two sign-ins, and one
 * budget for all other sign-ins.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DynamoAssistantStore } from '../../../adapters/dynamodb/access/dynamo-assistant-store.ts';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoAssistantSignInStore } from '../../../adapters/dynamodb/access/dynamo-assistant-sign-in-store.ts';
import { clientKey, usageKey } from '../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { clientAttributes, PLACES } from '../../../adapters/dynamodb/billing/usage-rows.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { setBudget } from '../../../core/access/administration/administer-budgets.ts';
import { grantConsent } from '../../../core/access/oauth/grant-consent.ts';
import type { Member } from '../../../core/access/people/person.ts';
import type { Budget } from '../../../core/billing/plans/budget.ts';
import type { ClientRecord } from '../../../core/billing/accounts/caller.ts';
import { centsToNanoUsd } from '../../../core/money.ts';
import { DAY_MS, HOUR_MS } from '../../../core/time.ts';
import { valueOf } from '../fixtures/value-of.ts';
import { PAGE_ORIGIN, type PageInterface } from '../service/page-interface.ts';
import { SIGN_IN_REQUEST } from '../sign-in/sign-ins.ts';
import { openRealisticAccount, SHOWN_MS, type RealisticAccount } from './realistic-account.ts';

const PERIOD = '2026-11';

export interface BudgetedAccount extends RealisticAccount {
  /** The client ids by the names of keys, and of the sign-ins: `owner` and `member`. */
  readonly ids: ReadonlyMap<string, string>;
}

const daily = (tokens: number): Budget => ({ every: 'day', tokens, researchCents: null });

export async function openBudgetedAccount(
  page: PageInterface,
  wanted: Parameters<typeof openRealisticAccount>[1] = {},
): Promise<BudgetedAccount> {
  const opened = await openRealisticAccount(page, wanted);
  const { accountId, owner, member } = opened;
  const table = page.tables.accountsTable;
  const administration = new DynamoAdministrationStore(page.client, table);
  const actor = { who: owner.personId };
  const atMs = SHOWN_MS - 2 * DAY_MS;
  valueOf(
    await setAccount(administration, accountId, { spendingBySignIn: true, spendingCapCents: 50_000 }, actor, atMs),
  );
  await signIn(page, accountId, owner);
  await signIn(page, accountId, member);
  const clients = await administration.listClients(accountId);
  await redeemAll(page, clients);
  const named = (name: string) => orThrow(clients.find((one) => one.name === name && one.revokedAtMs === null));
  const of = (person: Member) => orThrow(clients.find(({ signIn: grant }) => grant?.personId === person.personId));
  const [claude, chatGpt, shop] = [named('Claude Code, Jürgen Müller'), named('ChatGPT, Einkauf'), named('متجر الويب')];
  const set = async (owned: Parameters<typeof setBudget>[1], budget: Budget) =>
    valueOf(await setBudget(administration, owned, budget, actor, atMs));
  await set({ clientId: claude.clientId }, { every: 'period', tokens: 4_000_000, researchCents: 1_000 });
  await set({ clientId: chatGpt.clientId }, daily(50_000));
  await set({ clientId: shop.clientId }, daily(200_000));
  await set({ clientId: of(member).clientId }, { every: 'period', tokens: 1_000_000, researchCents: 500 });
  await set({ signInsOf: accountId }, daily(100_000));
  await addUse(page, accountId, [
    [claude, { cents: 315 }],
    [chatGpt, { day: 50_000 }],
    [shop, { day: 163_612 }],
    [of(member), { tokens: SIGN_IN_TOKENS.member, cents: 435 }],
    [of(owner), { tokens: SIGN_IN_TOKENS.owner, day: SIGN_IN_TOKENS.owner }],
  ]);
  await noteSignIns(page, accountId, [
    [of(member), SIGN_IN_TOKENS.member],
    [of(owner), SIGN_IN_TOKENS.owner],
  ]);
  return {
    ...opened,
    ids: new Map([
      ...clients
        .filter(({ signIn: grant }) => grant === undefined)
        .map(({ name, clientId }) => [name, clientId] as const),
      ['owner', of(owner).clientId],
      ['member', of(member).clientId],
    ]),
  };
}

const SIGN_IN_TOKENS = { member: 400_000, owner: 12_000 } as const;
/** Beyond the plan, whose tokens are used up. */
const PRICE_NANO_USD = 30_000;

/** Notes the calls of the sign-ins, and adds them to the account's period. */
async function noteSignIns(
  { client, tables }: PageInterface,
  accountId: string,
  uses: readonly (readonly [ClientRecord, number])[],
): Promise<void> {
  const activity = new DynamoAssistantStore(client, tables.accountsTable);
  const today = new Date(SHOWN_MS).toISOString().slice(0, 10);
  for (const [{ clientId }, tokens] of uses) {
    const use = { accountId, clientId, name: SIGN_IN_REQUEST.client.name };
    const calls = Math.round(tokens / 900);
    const billed = Math.round(calls * 0.8);
    await activity.addToDay(use, today, { tokens, billed, calls }, SHOWN_MS - HOUR_MS);
    await activity.noteUse(use, SHOWN_MS - HOUR_MS);
    await client.send(
      new UpdateCommand({
        TableName: tables.accountsTable,
        Key: usageKey(accountId, PERIOD),
        UpdateExpression: 'ADD #tokens :tokens, #items :items, #calls :calls, #committed :committed',
        ExpressionAttributeNames: {
          '#tokens': 'tokens',
          '#items': 'items',
          '#calls': 'calls',
          '#committed': 'committed',
        },
        ExpressionAttributeValues: {
          ':tokens': tokens,
          ':items': Math.round(tokens / 168),
          ':calls': billed,
          ':committed': tokens * PRICE_NANO_USD,
        },
      }),
    );
  }
}

interface Used {
  /** Of the period; without them, the period keeps what the key's calls used. */
  readonly tokens?: number;
  /** Tokens of the shown day. */
  readonly day?: number;
  readonly cents?: number;
}

/** Writes what clients used, as their debits would have. */
async function addUse(
  { client, tables }: PageInterface,
  accountId: string,
  uses: readonly (readonly [ClientRecord, Used])[],
): Promise<void> {
  const figures = new Map(
    uses.flatMap(([{ number = '' }, { tokens, day, cents = 0 }]): readonly [string, number][] => {
      const [period, today] = [clientAttributes(number), clientAttributes(number, new Date(SHOWN_MS).getUTCDate())];
      return [
        ...(tokens === undefined ? [] : [[period.tokens, tokens] as [string, number]]),
        [period.research, centsToNanoUsd(cents)],
        ...(day === undefined
          ? []
          : [[today.tokens, day] as [string, number], [today.research, 0] as [string, number]]),
      ];
    }),
  );
  await client.send(
    new UpdateCommand({
      TableName: tables.accountsTable,
      Key: usageKey(accountId, PERIOD),
      UpdateExpression: `SET ${[...figures.keys(), PLACES].map((name) => `#${name} = :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries([...figures.keys(), PLACES].map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        [...figures, [PLACES, uses.length] as const].map(([name, value]) => [`:${name}`, value]),
      ),
    }),
  );
}

async function signIn({ client, tables, people }: PageInterface, accountId: string, person: Member): Promise<void> {
  const administration = new DynamoAdministrationStore(client, tables.accountsTable);
  const signIns = new DynamoAssistantSignInStore(client, tables.accountsTable);
  const parts = { signIns, administration, people, issuer: PAGE_ORIGIN };
  const { scopes } = SIGN_IN_REQUEST;
  valueOf(
    await grantConsent(parts, SIGN_IN_REQUEST, { accountId, personId: person.personId, scopes }, SHOWN_MS - DAY_MS),
  );
}

/** Notes that the assistants got their tokens. */
async function redeemAll({ client, tables }: PageInterface, clients: readonly ClientRecord[]): Promise<void> {
  for (const one of clients.filter(({ signIn: grant }) => grant !== undefined))
    await client.send(
      new UpdateCommand({
        TableName: tables.accountsTable,
        Key: clientKey(one),
        UpdateExpression: 'SET token_at_ms = :at',
        ExpressionAttributeValues: { ':at': SHOWN_MS },
      }),
    );
}

function orThrow<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The account lacks this client.');
  return found;
}
