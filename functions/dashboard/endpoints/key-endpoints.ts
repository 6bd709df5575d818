/**
 * Endpoints to create a key (its secret is shown once), rotate it with an overlap, rename it and revoke it, all in the
 * session's account.
 */
import * as z from 'zod/mini';
import {
  createClient,
  renameClient,
  revokeClient,
  rotateClient,
  type ClientChangeRefusal,
  type NewSecret,
} from '../../../core/access/administration/administer-clients.ts';
import { budgetOfNewKey, type BudgetChangeRefusal } from '../../../core/access/administration/administer-budgets.ts';
import { cleanText } from '../../../core/clean-text.ts';
import { PERMISSION_NAMES, PERMISSIONS } from '../../../core/access/auth/permissions.ts';
import { nameInEmail } from '../../../core/dashboard/mail/name-in-email.ts';
import { CLIENT_KINDS, clientIdSchema, readClientId } from '../../../core/identifiers.ts';
import { keyData } from '../../../core/dashboard/views/dashboard-data.ts';
import { installOptions } from '../../../core/api/front-door/install-options.ts';
import { takeNewKeyNotice } from '../../../core/access/people/inbox-limit.ts';
import { fail, type Result } from '../../../core/result.ts';
import { refuse } from '../../../core/api/refusals/http-refusal.ts';
import type { ServiceSettings } from '../../../core/service-settings.ts';
import { budgetInput, readOrRefuse, refuseUnfit } from './budget-endpoints.ts';
import { endpoint, type SignedInCall } from './define-endpoint.ts';
import { HOUR_MS, minuteText, timeText } from '../../../core/time.ts';

const NAME_CHARACTERS = 80;
const MAX_OVERLAP_HOURS = 24 * 30;

const name = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(1_000)),
    z.transform((text) => cleanText(text, NAME_CHARACTERS)),
  ),
  z.string().check(z.minLength(1, { error: 'Give the key a name.' })),
);
const permission = z.enum(PERMISSION_NAMES);

export const makeKey = endpoint({
  method: 'POST',
  path: '/keys',
  access: 'owner',
  input: z.strictObject({
    name,
    kind: z.enum(CLIENT_KINDS),
    permissions: z
      .array(permission)
      .check(z.minLength(1, { error: 'Choose at least one permission.' }), z.maxLength(4)),
    /** Absent: none. */
    budget: z.optional(budgetInput),
  }),
  async handle(call) {
    const { account, member } = call.signedIn;
    const { kind, permissions } = call.input;
    const budget = call.input.budget === undefined ? null : readOrRefuse(call.input.budget);
    const { administration } = call.dependencies;
    const scopes = permissions.flatMap((one) => [...PERMISSIONS[one]]);
    const wanted = { accountId: account.accountId, kind, name: call.input.name, scopes };
    const actor = { who: member.personId };
    const bounded = budget === null ? undefined : budgetOfNewKey(budget, actor, call.nowMs);
    const made = orRefuse(await createClient(administration, wanted, actor, call.nowMs, bounded));
    if (await takeNewKeyNotice(call.dependencies.counter, account.accountId, call.nowMs))
      await call.dependencies.mail.send({
        kind: 'notice',
        accountId: account.accountId,
        about: 'new_key',
        event: `new_key:${made.client.clientId}`,
        sentence: `New key “${nameInEmail(made.client.name, made.client.clientId, 60)}”\n${member.email} made it. It works from now on; its secret is not in this email.`,
        facts: [
          ['Key', `${nameInEmail(made.client.name, made.client.clientId, 60)} (${kind})`],
          ['Made by', member.email],
          ['When', minuteText(call.nowMs)],
        ],
      });
    return { data: newKeyData(made, call.dependencies.settings), status: 201 };
  },
});

export const rotateKey = endpoint({
  method: 'POST',
  path: '/keys/rotate',
  access: 'owner',
  input: z.strictObject({
    client_id: clientIdSchema,
    overlap_hours: z.int().check(z.minimum(0), z.maximum(MAX_OVERLAP_HOURS)),
  }),
  async handle(call) {
    const { client_id: clientId, overlap_hours: hours } = call.input;
    requireOwnKey(call, clientId);
    const { administration, settings } = call.dependencies;
    const actor = { who: call.signedIn.member.personId };
    const rotated = orRefuse(await rotateClient(administration, clientId, hours * HOUR_MS, actor, call.nowMs));
    return { data: newKeyData(rotated, settings) };
  },
});

export const renameKey = endpoint({
  method: 'POST',
  path: '/keys/rename',
  access: 'owner',
  input: z.strictObject({ client_id: clientIdSchema, name }),
  async handle(call) {
    const { client_id: clientId } = call.input;
    requireOwnKey(call, clientId);
    const { administration } = call.dependencies;
    const actor = { who: call.signedIn.member.personId };
    return {
      data: keyData(orRefuse(await renameClient(administration, clientId, call.input.name, actor, call.nowMs))),
    };
  },
});

/** Disconnects an assistant by revoking its key. The dashboard says which others use the key. */
export const revokeKey = endpoint({
  method: 'POST',
  path: '/keys/revoke',
  access: 'owner',
  input: z.strictObject({ client_id: clientIdSchema }),
  async handle(call) {
    const { client_id: clientId } = call.input;
    requireOwnKey(call, clientId);
    const actor = { who: call.signedIn.member.personId };
    const revoked = await revokeClient(call.dependencies.administration, clientId, actor, call.nowMs);
    return { data: keyData(orRefuse(revoked)) };
  },
});

/** The id of another account's key gets the same response as an unknown one. */
function requireOwnKey({ signedIn }: SignedInCall<unknown>, clientId: string): void {
  if (readClientId(clientId)?.accountId !== signedIn.account.accountId) refuseUnknownKey();
}

/** Ends an assistant sign-in, for the member who signed in or for an owner. */
export const revokeSignIn = endpoint({
  method: 'POST',
  path: '/sign-ins/revoke',
  access: 'member',
  input: z.strictObject({ client_id: clientIdSchema }),
  async handle({ dependencies: { administration }, signedIn: { account, member }, input: { client_id }, nowMs }) {
    const identity = readClientId(client_id);
    const stored = identity?.accountId === account.accountId ? await administration.readClient(identity) : undefined;
    const signIn = stored?.value.client.signIn;
    if (signIn === undefined) return refuse('not_found', 'Your account has no such sign-in.', 'client_id');
    if (member.role !== 'owner' && signIn.personId !== member.personId)
      return refuse('forbidden', 'Owners revoke the sign-ins of others; everybody their own.');
    const revoked = orRefuse(await revokeClient(administration, client_id, { who: member.personId }, nowMs));
    return { data: { client_id, revoked_at: revoked.revokedAtMs } };
  },
});

function refuseUnknownKey(): never {
  return refuse('not_found', 'Your account has no such key.', 'client_id');
}

function orRefuse<T>(result: Result<T, ClientChangeRefusal | BudgetChangeRefusal>): T {
  if (result.ok) return result.value;
  const { reason } = result;
  switch (reason.kind) {
    case 'unknown_account':
    case 'unknown_client':
      return refuseUnknownKey();
    case 'client_revoked':
      return refuse('conflict', 'The key is revoked, for good. Make another one.', 'client_id');
    case 'client_ended':
      return refuse('conflict', `The key ended at ${timeText(reason.atMs)}. Make another one.`, 'client_id');
    case 'is_sign_in':
      return refuse('conflict', 'This is a sign-in, and has no secret. Revoke it, or let it be.', 'client_id');
    case 'too_many_clients':
      return refuse('conflict', `The account has ${reason.most} keys that are not revoked: revoke one first.`);
    case 'rotation_running': {
      const until = timeText(reason.untilMs);
      return refuse('conflict', `The secret before is valid until ${until}. Wait, or rotate without overlap.`);
    }
    case 'changed_meanwhile':
      return refuse('conflict', 'Somebody else is changing the same thing. Reload and try again.');
    default:
      return refuseUnfit(fail(reason));
  }
}

/** A key with its secret, which is never shown again, and how to connect each assistant with it. */
function newKeyData({ client, secret }: NewSecret, settings: ServiceSettings) {
  const connect = installOptions(settings, { clientId: client.clientId, clientSecret: secret });
  return { ...keyData(client), client_secret: secret, connect };
}
