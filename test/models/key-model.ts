/**
 * Model (e): revoking and rotating keys, and the tokens of assistant sign-ins. Programs: `rotateClient`,
 * `revokeClient`, `setClientScopes`, `authenticateCaller` and `issueAssistantToken` of the project. The conditional
 * writes are those of DynamoAdministrationStore and DynamoAssistantSignInStore.
 *
 * Abstracted from: the creation of keys and sign-ins; names of assistants; the account, which stays active; members,
 * who stay; the time of day, which is one value for each program. A change of a key has a token by which the store
 * knows a repetition; a change of refresh tokens has none, and may be repeated.
 */
import { createHash } from 'node:crypto';
import type { ClientWithSecrets } from '../../core/access/administration/administration-store.ts';
import { revokeClient, rotateClient, setClientScopes } from '../../core/access/administration/administer-clients.ts';
import { hashClientSecret } from '../../core/access/auth/client-secret.ts';
import { authenticateCaller } from '../../core/access/auth/authenticate-caller.ts';
import { SigningKeys } from '../../core/access/auth/signing-keys.ts';
import type { RefreshChain } from '../../core/access/oauth/assistant-sign-in.ts';
import { issueAssistantToken, type AssistantTokenPorts } from '../../core/access/oauth/issue-assistant-token.ts';
import type { ClientStore } from '../../core/access/auth/client-store.ts';
import { hashSecret } from '../../core/access/people/session.ts';
import { callerIn, NOON_MS } from '../support/fixtures/callers.ts';
import type { Answer, End, PortCall, Program, World } from './programs.ts';

export interface KeyRows {
  key: ClientWithSecrets;
  revision: number;
  /** How many lines the audit trail has of each change. */
  audit: Record<string, number>;
}

type Port = Parameters<typeof rotateClient>[0] & ClientStore;

const CALLER = callerIn();
const ACCOUNT_ID = CALLER.account.accountId;
const CLIENT_ID = `cli_live_${ACCOUNT_ID.slice(4)}_abcdefghijkl`;
const IDENTITY = { clientId: CLIENT_ID, kind: 'live', accountId: ACCOUNT_ID } as const;
const FIRST_SECRET = `sec_${'a'.repeat(43)}`;
const BY = (who: string) => ({ who });
const LATER_MS = NOON_MS + 1_000;

const KEY: ClientWithSecrets = {
  client: {
    ...IDENTITY,
    name: 'Key',
    scopes: ['items:read', 'usage:read'],
    createdAtMs: NOON_MS,
    revokedAtMs: null,
    assistantNames: new Set(),
  },
  secrets: [{ sha256: hashClientSecret(FIRST_SECRET), validUntilMs: null }],
};

export type KeyFault = 'change_without_revision';

function succeeded(end: End): boolean {
  return typeof end === 'object' && 'returns' in end && (end.returns as { ok: boolean }).ok;
}

const authenticate = (port: Port) =>
  authenticateCaller(
    { kind: 'key', clientId: CLIENT_ID, identity: IDENTITY, secret: FIRST_SECRET },
    { clients: port, tokens: { verify: () => Promise.reject(new Error('no token')) } },
    LATER_MS + 500,
  ).then((result) => (result.ok ? { ok: true } : { ok: false, reason: result.reason }));

const [ENDS_OLD, OVERLAPS, REVOKES, NARROWS, AFTER_REVOKED, AFTER_ENDED] = [0, 1, 2, 3, 4, 5] as const;

const KEY_PROGRAMS: readonly Program[] = [
  { name: 'rotation at once', run: (port: Port) => rotateClient(port, CLIENT_ID, 0, BY('a'), LATER_MS) },
  { name: 'rotation with overlap', run: (port: Port) => rotateClient(port, CLIENT_ID, 60_000, BY('b'), LATER_MS) },
  { name: 'revocation', run: (port: Port) => revokeClient(port, CLIENT_ID, BY('c'), LATER_MS) },
  { name: 'fewer scopes', run: (port: Port) => setClientScopes(port, CLIENT_ID, ['usage:read'], BY('d'), LATER_MS) },
  {
    name: 'request after the revocation',
    begins: (ends) => (succeeded(ends[REVOKES]) ? null : undefined),
    run: (port: Port) => authenticate(port),
  },
  {
    name: 'request with the ended secret',
    begins: (ends) => (succeeded(ends[ENDS_OLD]) ? null : undefined),
    run: (port: Port) => authenticate(port),
  },
];

export function keyWorld(
  bounds: { readonly kills: number; readonly losses: number },
  fault?: KeyFault,
): World<KeyRows> {
  return {
    name: 'revoking and rotating a key',
    bounds: 'one key',
    rows: { key: KEY, revision: 1, audit: {} },
    programs: KEY_PROGRAMS,
    ...bounds,
    answer: (rows, call) => answerKey(rows, call, fault),
    isWrite: ({ method }) => method === 'changeClient',
    broken({ key, revision, audit }, ends) {
      const lines = Object.values(audit).reduce((sum, count) => sum + count, 0);
      if (revision !== 1 + lines) return `${revision - 1} changes have ${lines} lines in the audit trail`;
      if (key.secrets.length > 2) return 'the key has three secrets';
      if (succeeded(ends[REVOKES]) && key.client.revokedAtMs === null) return 'a confirmed revocation is undone';
      if (succeeded(ends[AFTER_REVOKED])) return 'a request after the revocation is let in';
      if (succeeded(ends[AFTER_ENDED])) return 'a request with a secret that was ended at once is let in';
      if (succeeded(ends[NARROWS]) && key.client.scopes.includes('items:read')) return 'a removed scope is back';
      const made = [ENDS_OLD, OVERLAPS].filter((program) => succeeded(ends[program]));
      if (made.some((program) => !isKept(key, ends[program])) && made.length < 2)
        return 'a confirmed new secret is gone';
      if (audit['client.rotated'] !== undefined && (audit['client.rotated'] ?? 0) < made.length)
        return 'a confirmed rotation has no line in the audit trail';
      return undefined;
    },
  };
}

function isKept({ secrets }: ClientWithSecrets, end: End): boolean {
  const { secret } = (end as { returns: { value: { secret: string } } }).returns.value;
  return secrets.some(({ sha256 }) => sha256 === hashClientSecret(secret));
}

function answerKey(rows: KeyRows, { method, args }: PortCall, fault?: KeyFault): Answer {
  switch (method) {
    case 'readClient':
      return { returns: { value: rows.key, revision: rows.revision } };
    case 'readCaller':
      return { returns: { ...rows.key, account: CALLER.account, usage: CALLER.usage } };
    case 'changeClient': {
      const [changed, revision, { what }] = args as [ClientWithSecrets, number, { what: string }];
      if (revision !== rows.revision && fault !== 'change_without_revision') return { returns: false };
      Object.assign(rows, { key: changed, revision: rows.revision + 1 });
      rows.audit[what] = (rows.audit[what] ?? 0) + 1;
      return { returns: true };
    }
    default:
      throw new Error(`The model of keys has no ${method}`);
  }
}

export interface SignInRows extends KeyRows {
  codeUsedAtMs: number | null;
  chain: RefreshChain | null;
}

export type SignInFault = 'code_spent_twice' | 'rotates_whatever_was_read';

const CODE_SECRET = 'c'.repeat(43);
const VERIFIER = 'v'.repeat(43);
const OAUTH_CLIENT = 'https://assistant.example/client.json';
export const SIGN_IN_CODE = {
  sha256: hashSecret(CODE_SECRET),
  redirectUri: 'https://assistant.example/callback',
  codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  validUntilMs: LATER_MS + 60_000,
};
const SIGN_IN: ClientWithSecrets = {
  client: { ...KEY.client, signIn: { personId: 'per_1', oauthClientId: OAUTH_CLIENT, tokenAtMs: null } },
  secrets: [],
};

type SignInPort = Port & AssistantTokenPorts['signIns'];

const REDEEMS = 0;
const REDEEMS_AGAIN = 1;
const REFRESHES = 2;
const REFRESHES_TOO = 3;
const REFRESHES_NEXT = 4;
const SIGNS_OUT = 5;
const AFTER_SIGN_OUT = 6;
const REPLAYS = 7;

const SIGN_IN_PROGRAMS: readonly Program[] = [
  { name: 'code', run: (port: SignInPort) => issue(port, codeRequest()) },
  { name: 'code again', run: (port: SignInPort) => issue(port, codeRequest()) },
  { name: 'refresh', begins: tokenOf(REDEEMS), run: refreshes },
  { name: 'refresh with the same token', begins: tokenOf(REDEEMS), run: refreshes },
  { name: 'refresh with the next token', begins: tokenOf(REFRESHES), run: refreshes },
  { name: 'revocation', run: (port: SignInPort) => revokeClient(port, CLIENT_ID, BY('member'), LATER_MS) },
  {
    name: 'refresh after the revocation',
    begins: (ends) => (succeeded(ends[SIGNS_OUT]) ? tokenOf(REDEEMS)(ends) : undefined),
    run: refreshes,
  },
  {
    name: 'refresh with the first token',
    begins: (ends) => (succeeded(ends[REFRESHES_NEXT]) ? tokenOf(REDEEMS)(ends) : undefined),
    run: refreshes,
  },
];

export function signInWorld(
  bounds: { readonly kills: number; readonly losses: number },
  fault?: SignInFault,
): World<SignInRows> {
  return {
    name: 'codes and refresh tokens of a sign-in',
    bounds: 'one sign-in',
    rows: { key: SIGN_IN, revision: 1, audit: {}, codeUsedAtMs: null, chain: null },
    programs: SIGN_IN_PROGRAMS,
    ...bounds,
    answer: (rows, call) => answerSignIn(rows, call, fault),
    isWrite: ({ method }) => ['changeClient', 'redeemCode', 'rotate'].includes(method),
    // A change of the chain is one conditional update, which the SDK sends again after a lost answer.
    isRepeated: ({ method }) => method !== 'changeClient',
    broken({ key: { client }, chain }, ends) {
      if (succeeded(ends[REDEEMS]) && succeeded(ends[REDEEMS_AGAIN])) return 'a code was spent twice';
      if (succeeded(ends[SIGNS_OUT]) && client.revokedAtMs === null) return 'a confirmed revocation is undone';
      if (succeeded(ends[AFTER_SIGN_OUT])) return 'a revoked sign-in got a token';
      if (succeeded(ends[REPLAYS])) return 'a token was accepted although its successor had been used';
      if (hasReturned(ends[REPLAYS]) && client.revokedAtMs === null) return 'a copied token did not end the sign-in';
      const [one, other] = [REFRESHES, REFRESHES_TOO].map((program) => issued(ends[program]));
      if (one !== undefined && other !== undefined && one !== other) return 'one token has two successors';
      const isKnown = ends.every((end) => !succeeded(end)) || chain !== null || succeeded(ends[SIGNS_OUT]);
      return isKnown ? undefined : 'a token was issued that the sign-in does not know';
    },
  };
}

function issue(port: SignInPort, request: Parameters<typeof issueAssistantToken>[0]) {
  const dependencies: AssistantTokenPorts = {
    signIns: port,
    administration: port,
    tokens: { verify: () => Promise.reject(new Error('no access token')) },
    signingKeys: new SigningKeys({
      readKeys: async () => ({
        current: { keyId: 'v1', secret: new TextEncoder().encode('k'.repeat(64)), createdAtMs: 0 },
        previous: undefined,
      }),
    }),
    baseUrl: 'https://example.com',
  };
  return issueAssistantToken(request, dependencies, LATER_MS).then((result) =>
    result.ok ? { ok: true, token: result.value.body.refresh_token } : { ok: false, reason: result.reason },
  );
}

function codeRequest() {
  return {
    grantType: 'authorization_code',
    oauthClientId: OAUTH_CLIENT,
    code: `cod_${CLIENT_ID}.${CODE_SECRET}`,
    codeVerifier: VERIFIER,
    redirectUri: undefined,
    resources: [],
  } as const;
}

function refreshes(port: SignInPort, refreshToken: string) {
  const request = { oauthClientId: OAUTH_CLIENT, refreshToken, scope: undefined, resources: [] };
  return issue(port, { ...request, grantType: 'refresh_token' });
}

function hasReturned(end: End): boolean {
  return typeof end === 'object' && 'returns' in end;
}

function issued(end: End): string | undefined {
  return succeeded(end) ? (end as { returns: { token: string } }).returns.token : undefined;
}

function tokenOf(program: number): (ends: readonly End[]) => string | undefined {
  return (ends) => issued(ends[program]);
}

function answerSignIn(rows: SignInRows, call: PortCall, fault?: SignInFault): Answer {
  const isOpen = rows.key.client.revokedAtMs === null;
  switch (call.method) {
    case 'readSignIn':
      return { returns: readSignIn(rows) };
    case 'readClient': {
      const value = { ...rows.key, client: readSignIn(rows).client };
      return { returns: { value, revision: rows.revision } };
    }
    case 'redeemCode': {
      const [, sha256, begun, usedAtMs] = call.args as [unknown, string, RefreshChain, number];
      const isUnused = rows.codeUsedAtMs === null || fault === 'code_spent_twice';
      if (!isOpen || !isUnused || sha256 !== SIGN_IN_CODE.sha256) return { returns: isMine(rows, begun) };
      Object.assign(rows, { codeUsedAtMs: usedAtMs, chain: begun });
      return { returns: true };
    }
    case 'rotate': {
      const [, read, next] = call.args as [unknown, RefreshChain, RefreshChain];
      const isAsRead = rows.chain?.currentSha256 === read.currentSha256 || fault === 'rotates_whatever_was_read';
      if (!isOpen || !isAsRead) return { returns: isMine(rows, next) };
      rows.chain = next;
      return { returns: true };
    }
    default:
      return answerKey(rows, call);
  }
}

/** The store may have written it before an answer that was lost. */
function isMine({ chain }: SignInRows, { currentSha256 }: RefreshChain): boolean {
  return chain?.currentSha256 === currentSha256;
}

function readSignIn({ key: { client }, codeUsedAtMs, chain }: SignInRows) {
  const grant = { personId: 'per_1', oauthClientId: OAUTH_CLIENT, tokenAtMs: chain?.atMs ?? null };
  return {
    account: CALLER.account,
    client: { ...client, signIn: grant },
    isMember: true,
    code: { ...SIGN_IN_CODE, usedAtMs: codeUsedAtMs },
    chain: chain ?? undefined,
  };
}
