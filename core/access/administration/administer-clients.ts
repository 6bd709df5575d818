/**
 * Decides how keys are created, rotated, renamed and revoked, and how their scopes change. The store writes each change
 * with its audit line. A change applies from the next request, which reads the key again.
 */
import { newClientId, readClientId, type ClientIdentity, type ClientKind } from '../../identifiers.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { decideAgain } from '../../decide-again.ts';
import type { AdministrationStore, ChangedBudgets, ClientWithSecrets } from './administration-store.ts';
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import { nextClientNumber } from '../../billing/plans/budget.ts';
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import type { Account } from '../../billing/accounts/account.ts';
import { hashClientSecret, newClientSecret, type ClientSecret } from '../auth/client-secret.ts';
import { inScopeOrder, type Scope } from '../../billing/accounts/scopes.ts';
import { timeText } from '../../time.ts';

export type ClientChangeRefusal =
  | { readonly kind: 'unknown_account' }
  | { readonly kind: 'unknown_client' }
  | { readonly kind: 'client_revoked' }
  | { readonly kind: 'client_ended'; readonly atMs: number }
  /** A sign-in has no secret and cannot get one. */
  | { readonly kind: 'is_sign_in' }
  | { readonly kind: 'too_many_clients'; readonly most: number }
  /** The previous secret is still valid; a third secret would end its overlap early. */
  | { readonly kind: 'rotation_running'; readonly untilMs: number }
  | { readonly kind: 'changed_meanwhile' };

/** A key and its secret, which is never shown again. */
export interface NewSecret {
  readonly client: ClientRecord;
  readonly secret: string;
}

/** The actor of the change, for the audit trail. */
export interface Operator {
  readonly who: string;
}

/** The most unrevoked keys of an account. */
const MAX_CLIENTS = 20;

/** Decides the budget of a key that is about to be made. @param clients of the account, without the key */
export type NewKeyBudget<Refusal> = (
  key: ClientRecord,
  account: Account,
  clients: readonly ClientRecord[],
) => Result<ChangedBudgets, Refusal>;

/** @param budget is written with the key, or neither is */
export async function createClient<BudgetRefusal = never>(
  store: AdministrationStore,
  wanted: {
    readonly accountId: string;
    readonly kind: ClientKind;
    readonly name: string;
    readonly scopes: readonly Scope[];
    /** When its secret ends; absent: when it is replaced. */
    readonly endsAtMs?: number;
  },
  { who }: Operator,
  nowMs: number,
  budget?: NewKeyBudget<BudgetRefusal>,
): Promise<Result<NewSecret, ClientChangeRefusal | BudgetRefusal>> {
  const { accountId, kind, name } = wanted;
  const secret = newClientSecret();
  const client: ClientRecord = {
    clientId: newClientId(kind, accountId),
    kind,
    accountId,
    name,
    scopes: inScopeOrder(wanted.scopes),
    createdAtMs: nowMs,
    revokedAtMs: null,
    assistantNames: new Set(),
  };
  const audit = line(who, 'client.created', client.clientId, { kind, name, scopes: client.scopes.join(' ') }, nowMs);
  return decideAgain<NewSecret, ClientChangeRefusal | BudgetRefusal>(async () => {
    const account = await store.readAccount(accountId);
    if (account === undefined) return fail({ kind: 'unknown_account' });
    const clients = await store.listClients(accountId);
    const inUse = clients.filter(({ signIn, revokedAtMs }) => signIn === undefined && revokedAtMs === null);
    if (inUse.length >= MAX_CLIENTS) return fail({ kind: 'too_many_clients', most: MAX_CLIENTS });
    // The write requires an unchanged account: of two concurrent creations, one must count the keys again.
    const number = kind === 'live' ? nextClientNumber(account.value) : undefined;
    const made = { ...client, ...(number !== undefined && { number }) };
    const budgeted = budget?.(made, account.value, clients);
    if (budgeted?.ok === false) return budgeted;
    const isMade = await store.createClient(
      { client: made, secrets: [firstSecret(secret, wanted.endsAtMs ?? null)] },
      audit,
      account.revision,
      budgeted?.value,
    );
    return isMade ? succeed({ client: made, secret }) : undefined;
  });
}

/**
 * Gives the key a new secret, and leaves the key's end as it is. The old secret stays valid for `overlapMs`; 0 ends it
 * immediately. During an overlap only a rotation without overlap is accepted, which a leaked secret needs.
 */
export async function rotateClient(
  store: AdministrationStore,
  clientId: string,
  overlapMs: number,
  { who }: Operator,
  nowMs: number,
): Promise<Result<NewSecret, ClientChangeRefusal>> {
  const secret = newClientSecret();
  const changed = await changeClient(store, clientId, (stored) => {
    if (stored.client.revokedAtMs !== null) return fail({ kind: 'client_revoked' });
    if (stored.client.signIn !== undefined) return fail({ kind: 'is_sign_in' });
    const [current, previous] = stored.secrets;
    const endsAtMs = current?.validUntilMs ?? null;
    if (endsAtMs !== null && endsAtMs <= nowMs) return fail({ kind: 'client_ended', atMs: endsAtMs });
    const runningUntilMs = previous?.validUntilMs ?? 0;
    if (overlapMs > 0 && runningUntilMs > nowMs) return fail({ kind: 'rotation_running', untilMs: runningUntilMs });
    // "Immediately" must not depend on clocks: the operator's clock may be ahead of the service's.
    const validUntilMs = overlapMs === 0 ? 0 : Math.min(nowMs + overlapMs, endsAtMs ?? Number.MAX_SAFE_INTEGER);
    const replaced = current === undefined ? [] : [{ ...current, validUntilMs }];
    return succeed({
      changed: { client: stored.client, secrets: [firstSecret(secret, endsAtMs), ...replaced] },
      audit: line(
        who,
        'client.rotated',
        clientId,
        {
          overlap_ms: overlapMs,
          old_secret_valid_until: validUntilMs === 0 ? null : timeText(validUntilMs),
        },
        nowMs,
      ),
    });
  });
  return changed.ok ? succeed({ client: changed.value, secret }) : changed;
}

/** Revokes the key permanently; a revoked key stays unchanged. @param because the reason, if no person decided it */
export async function revokeClient(
  store: Pick<AdministrationStore, 'readClient' | 'changeClient'>,
  clientId: string,
  { who }: Operator,
  nowMs: number,
  because?: string,
): Promise<Result<ClientRecord, ClientChangeRefusal>> {
  return changeClient(store, clientId, ({ client, secrets }) => {
    if (client.revokedAtMs !== null) return succeed({ unchanged: client });
    return succeed({
      changed: { client: { ...client, revokedAtMs: nowMs }, secrets },
      audit: line(
        who,
        'client.revoked',
        clientId,
        { revoked_before: false, revoked_after: true, ...(because !== undefined && { because }) },
        nowMs,
      ),
    });
  });
}

/** Sets the scopes of a key. Earlier access tokens keep only the scopes that the key still has. */
export async function setClientScopes(
  store: AdministrationStore,
  clientId: string,
  scopes: readonly Scope[],
  { who }: Operator,
  nowMs: number,
): Promise<Result<ClientRecord, ClientChangeRefusal>> {
  return changeClient(store, clientId, ({ client, secrets }) => {
    if (client.revokedAtMs !== null) return fail({ kind: 'client_revoked' });
    const details = { scopes_before: client.scopes.join(' '), scopes_after: inScopeOrder(scopes).join(' ') };
    return succeed({
      changed: { client: { ...client, scopes: inScopeOrder(scopes) }, secrets },
      audit: line(who, 'client.scopes_set', clientId, details, nowMs),
    });
  });
}

export async function renameClient(
  store: AdministrationStore,
  clientId: string,
  name: string,
  { who }: Operator,
  nowMs: number,
): Promise<Result<ClientRecord, ClientChangeRefusal>> {
  return changeClient(store, clientId, ({ client, secrets }) => {
    if (client.name === name) return succeed({ unchanged: client });
    const audit = line(who, 'client.renamed', clientId, { name_before: client.name, name_after: name }, nowMs);
    return succeed({ changed: { client: { ...client, name }, secrets }, audit });
  });
}

type Decision =
  { readonly unchanged: ClientRecord } | { readonly changed: ClientWithSecrets; readonly audit: AuditLine };

/** Reads, decides and writes; decides again from the new state if another writer was faster. */
async function changeClient(
  store: Pick<AdministrationStore, 'readClient' | 'changeClient'>,
  clientId: string,
  decide: (stored: ClientWithSecrets) => Result<Decision, ClientChangeRefusal>,
): Promise<Result<ClientRecord, ClientChangeRefusal>> {
  const identity: ClientIdentity | undefined = readClientId(clientId);
  if (identity === undefined) return fail({ kind: 'unknown_client' });
  return decideAgain<ClientRecord, ClientChangeRefusal>(async () => {
    const stored = await store.readClient(identity);
    if (stored === undefined) return fail({ kind: 'unknown_client' });
    const decision = decide(stored.value);
    if (!decision.ok) return decision;
    if ('unchanged' in decision.value) return succeed(decision.value.unchanged);
    const { changed, audit } = decision.value;
    return (await store.changeClient(changed, stored.revision, audit)) ? succeed(changed.client) : undefined;
  });
}

/** @param endsAtMs of the key, or null */
function firstSecret(secret: string, endsAtMs: number | null): ClientSecret {
  return { sha256: hashClientSecret(secret), validUntilMs: endsAtMs };
}

function line(
  who: string,
  what: AuditLine['what'],
  clientId: string,
  details: AuditLine['details'],
  atMs: number,
): AuditLine {
  return { who, what, details: { client_id: clientId, ...details }, atMs };
}
