/**
 * Records a person's consent as an assistant sign-in, and returns a code that the browser takes to the assistant. The
 * sign-in is a client row without a secret, and is useless until its code is redeemed.
 */
import { decideAgain } from '../../decide-again.ts';
import type { AdministrationStore } from '../administration/administration-store.ts';
import { NO_PLAN } from '../../billing/plans/built-in-plans.ts';
import { nextClientNumber, numberedWith } from '../../billing/plans/budget.ts';
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import type { Account } from '../../billing/accounts/account.ts';
import { inScopeOrder, type Scope } from '../../billing/accounts/scopes.ts';
import { cleanText } from '../../clean-text.ts';
import { newClientId } from '../../identifiers.ts';
import type { PeopleStore } from '../people/people-store.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { codeLocation } from './authorization-response.ts';
import type { AssistantClient, AssistantSignInStore } from './assistant-sign-in-store.ts';
import type { AuthorizationRequest } from './oauth-client.ts';
import { CODE_MS, isSignInInForce, newCode } from './assistant-sign-in.ts';

export interface ConsentPorts {
  readonly signIns: Pick<AssistantSignInStore, 'createSignIn'>;
  readonly people: Pick<PeopleStore, 'readMembers'>;
  readonly administration: Pick<AdministrationStore, 'listClients'>;
  /** The base URL. */
  readonly issuer: string;
}

/** A person's consent to scopes in one account. */
interface ConsentGiven {
  readonly accountId: string;
  readonly personId: string;
  /** The ticked scopes; only requested ones count. */
  readonly scopes: readonly Scope[];
}

export type ConsentRefusal =
  | { readonly kind: 'nothing_allowed' }
  /** The person may have been removed since. */
  | { readonly kind: 'not_a_member' }
  | { readonly kind: 'account_not_active' }
  | { readonly kind: 'too_many_sign_ins'; readonly most: number }
  /** The account has given away all its numbers, so the budget of every sign-in would not bound this one. */
  | { readonly kind: 'beyond_budgets' }
  | { readonly kind: 'changed_meanwhile' };

/** The maximum number of active sign-ins in an account. */
const MAX_SIGN_INS = 100;
/**
 * How many numbers the sign-ins of a member have. Each one with a budget has figures on the usage row that every call
 * writes, and an account gives away 3,844 in all, so a member's further assistants share those that were signed in with
 * least recently.
 */
const NUMBERS_OF_A_MEMBER = 8;
const NAME_CHARACTERS = 80;

/** @returns the URL, with the code, to redirect the browser to */
export async function grantConsent(
  { signIns, people, administration, issuer }: ConsentPorts,
  request: AuthorizationRequest,
  { accountId, personId, scopes }: ConsentGiven,
  nowMs: number,
): Promise<Result<string, ConsentRefusal>> {
  return decideAgain<string, ConsentRefusal>(async () => {
    const found = await people.readMembers(accountId);
    if (found?.members.some((member) => member.personId === personId) !== true) return fail({ kind: 'not_a_member' });
    const { value: account, revision } = found.account;
    if (account.status !== 'active') return fail({ kind: 'account_not_active' });
    const allowed = allowedScopes(account, request, scopes);
    if (allowed.length === 0) return fail({ kind: 'nothing_allowed' });
    const clients = await administration.listClients(accountId);
    const inForce = clients.filter((one) => isSignInInForce(one, nowMs));
    if (inForce.length >= MAX_SIGN_INS) return fail({ kind: 'too_many_sign_ins', most: MAX_SIGN_INS });
    const unnumbered = newAssistant(account, personId, request, allowed, nowMs);
    const earlier = earlierNumber(clients, unnumbered);
    const number = unnumbered.kind === 'live' ? (earlier ?? nextClientNumber(account)) : undefined;
    if (unnumbered.kind === 'live' && number === undefined && (account.signInBudget ?? null) !== null)
      return fail({ kind: 'beyond_budgets' });
    const client = { ...unnumbered, ...(number !== undefined && { number }) };
    const { code, sha256 } = newCode(client.clientId);
    const { redirectUri, codeChallenge } = request;
    const stored = { sha256, redirectUri, codeChallenge, validUntilMs: nowMs + CODE_MS };
    const numbered = number === undefined || number === earlier ? undefined : numberedWith(number);
    if (await signIns.createSignIn(client, stored, auditOf(client, nowMs), revision, numbered))
      return succeed(codeLocation(request, code, issuer));
    return undefined;
  });
}

/**
 * Returns the number of the person's last sign-in with the assistant, revoked or not: with the number, the new one
 * takes over its budget and what is used of it. An assistant that registered anew is known by its name. Undefined if
 * the sign-in gets its own.
 */
function earlierNumber(clients: readonly ClientRecord[], { name, signIn }: AssistantClient): string | undefined {
  const own = clients
    .filter((one) => one.number !== undefined && one.signIn?.personId === signIn.personId)
    .toReversed();
  const same = own.find((one) => one.signIn?.oauthClientId === signIn.oauthClientId || one.name === name);
  if (same !== undefined) return same.number;
  const numbers = new Set(own.map(({ number }) => number));
  return numbers.size < NUMBERS_OF_A_MEMBER ? undefined : [...numbers].at(-1);
}

/**
 * Returns the scopes that were requested and ticked; spending only if the plan has research and an owner allows it for
 * sign-ins.
 */
function allowedScopes(
  { terms, spendingBySignIn }: Account,
  request: AuthorizationRequest,
  ticked: readonly Scope[],
): readonly Scope[] {
  const maySpend = terms.researchAllowed && spendingBySignIn;
  return inScopeOrder(
    ticked.filter((scope) => request.scopes.includes(scope) && (maySpend || scope !== 'enrich:write')),
  );
}

/** Without a plan, only the trial can pay, so the sign-in has the kind `trial`. */
function newAssistant(
  { accountId, terms }: Account,
  personId: string,
  { client }: AuthorizationRequest,
  scopes: readonly Scope[],
  nowMs: number,
): AssistantClient {
  const kind = terms.code === NO_PLAN.code ? 'trial' : 'live';
  return {
    clientId: newClientId(kind, accountId),
    kind,
    accountId,
    name: cleanText(client.name, NAME_CHARACTERS),
    scopes,
    createdAtMs: nowMs,
    revokedAtMs: null,
    assistantNames: new Set(),
    signIn: { personId, oauthClientId: client.clientId, tokenAtMs: null },
  };
}

function auditOf({ clientId, kind, name, scopes, signIn }: AssistantClient, atMs: number) {
  const details = { client_id: clientId, kind, sign_in: true, name, scopes: scopes.join(' ') };
  return { who: signIn.personId, what: 'client.created' as const, details, atMs };
}
