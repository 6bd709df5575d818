/**
 * Stores assistant sign-ins in the Accounts table: a client row that also contains the code and the refresh tokens. The
 * token endpoint changes it by single conditional updates, which do not touch `revision`, so the token endpoint and a
 * revocation never block each other.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { ClientIdentity } from '../../../core/identifiers.ts';
import type {
  AssistantClient,
  AssistantSignInStore,
  StoredCode,
  StoredAssistantSignIn,
} from '../../../core/access/oauth/assistant-sign-in-store.ts';
import type { RefreshChain } from '../../../core/access/oauth/assistant-sign-in.ts';
import { isMember } from '../../../core/access/people/person.ts';
import { accountKey, clientKey, memberKey } from '../accounts-table/account-keys.ts';
import { batchGet } from '../client/batch-get.ts';
import { rowId, type Row } from '../client/row-key.ts';
import { transactWrite } from '../client/transact-write.ts';
import { readMemberRow } from '../accounts-table/people-rows.ts';
import { readAccountRow, readClientRow, writeAuditRow, writeClientRow } from '../accounts-table/account-rows.ts';

const DAY_SECONDS = 86_400;
/** How long a consent is kept when no token is ever requested for it. */
const KEPT_UNUSED_SECONDS = DAY_SECONDS;
/** Kept after the last token for longer than an unused sign-in is valid. */
const KEPT_SECONDS = 120 * DAY_SECONDS;

const tokensSchema = z.object({
  code: z.object({
    sha256: z.string(),
    redirect_uri: z.string(),
    challenge: z.string(),
    valid_until_ms: z.number(),
  }),
  code_used_at_ms: z.optional(z.number()),
  refresh: z.optional(
    z.object({
      family_sha256: z.string(),
      current_sha256: z.string(),
      previous_sha256: z.nullable(z.string()),
      nonce: z.string(),
      at_ms: z.number(),
    }),
  ),
});

export class DynamoAssistantSignInStore implements AssistantSignInStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async createSignIn(
    client: AssistantClient,
    code: Omit<StoredCode, 'usedAtMs'>,
    audit: AuditLine,
    accountRevision: number,
    clientsNumbered?: number,
  ): Promise<boolean> {
    const TableName = this.#tableName;
    const ConditionExpression = 'attribute_not_exists(pk)';
    const { kind } = await transactWrite(this.#client, [
      {
        Update: {
          TableName,
          Key: accountKey(client.accountId),
          UpdateExpression: `SET revision = :next${clientsNumbered === undefined ? '' : ', clients_numbered = :numbered'}`,
          ConditionExpression: 'revision = :was',
          ExpressionAttributeValues: {
            ':was': accountRevision,
            ':next': accountRevision + 1,
            ...(clientsNumbered !== undefined && { ':numbered': clientsNumbered }),
          },
        },
      },
      { Put: { TableName, Item: newSignInRow(client, code), ConditionExpression } },
      { Put: { TableName, Item: writeAuditRow(client.accountId, audit), ConditionExpression } },
    ]);
    return kind === 'written';
  }

  async readSignIn(identity: ClientIdentity): Promise<StoredAssistantSignIn | undefined> {
    const keys = [accountKey(identity.accountId), clientKey(identity)] as const;
    const rows = await batchGet(this.#client, this.#tableName, keys, { consistent: true });
    const [account, row] = keys.map((key) => rows.get(rowId(key)));
    const client = row && readClientRow(row).client;
    if (account === undefined || row === undefined || client?.signIn === undefined) return undefined;
    const member = memberKey(identity.accountId, client.signIn.personId);
    const [memberRow] = (await batchGet(this.#client, this.#tableName, [member], { consistent: true })).values();
    return {
      account: readAccountRow(account),
      client: { ...client, signIn: client.signIn },
      isMember: memberRow !== undefined && isMember(readMemberRow(memberRow)),
      ...readTokens(row),
    };
  }

  async redeemCode(identity: ClientIdentity, codeSha256: string, begun: RefreshChain, nowMs: number): Promise<boolean> {
    return this.#setChain(identity, begun, {
      also: 'code_used_at_ms = :used',
      condition: 'code.sha256 = :code AND attribute_not_exists(code_used_at_ms)',
      values: { ':used': nowMs, ':code': codeSha256 },
    });
  }

  async rotate(identity: ClientIdentity, read: RefreshChain, next: RefreshChain): Promise<boolean> {
    return this.#setChain(identity, next, {
      condition: 'refresh.current_sha256 = :was',
      values: { ':was': read.currentSha256 },
    });
  }

  /** Returns false when a condition failed. */
  async #setChain(
    identity: ClientIdentity,
    chain: RefreshChain,
    change: {
      readonly also?: string;
      readonly condition: string;
      readonly values: Readonly<Record<string, unknown>>;
    },
  ): Promise<boolean> {
    const set = [
      'refresh = :refresh',
      'token_at_ms = :at',
      'expires_at = :expires',
      ...(change.also ? [change.also] : []),
    ];
    const command = new UpdateCommand({
      TableName: this.#tableName,
      Key: clientKey(identity),
      UpdateExpression: `SET ${set.join(', ')}`,
      ConditionExpression: `${change.condition} AND revoked_at_ms = :never`,
      ExpressionAttributeValues: {
        ':refresh': writeChain(chain),
        ':at': chain.atMs,
        ':expires': Math.ceil(chain.atMs / 1000) + KEPT_SECONDS,
        ':never': null,
        ...change.values,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await this.#client.send(command);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // The SDK retries a write after a lost answer, so the stored value may be from this very write.
      return error.Item?.['refresh']?.M?.['current_sha256']?.S === chain.currentSha256;
    }
  }
}

function newSignInRow(client: AssistantClient, code: Omit<StoredCode, 'usedAtMs'>): Row {
  return {
    ...writeClientRow({ client, secrets: [] }),
    revision: 1,
    code: {
      sha256: code.sha256,
      redirect_uri: code.redirectUri,
      challenge: code.codeChallenge,
      valid_until_ms: code.validUntilMs,
    },
    expires_at: Math.ceil(code.validUntilMs / 1000) + KEPT_UNUSED_SECONDS,
  };
}

function writeChain({ familySha256, currentSha256, previousSha256, nonce, atMs }: RefreshChain) {
  return {
    family_sha256: familySha256,
    current_sha256: currentSha256,
    previous_sha256: previousSha256,
    nonce,
    at_ms: atMs,
  };
}

/** @throws when the row is not a sign-in's */
function readTokens(row: Row): Pick<StoredAssistantSignIn, 'code' | 'chain'> {
  const { code, code_used_at_ms, refresh } = tokensSchema.parse(row);
  return {
    code: {
      sha256: code.sha256,
      redirectUri: code.redirect_uri,
      codeChallenge: code.challenge,
      validUntilMs: code.valid_until_ms,
      usedAtMs: code_used_at_ms ?? null,
    },
    chain: refresh && {
      familySha256: refresh.family_sha256,
      currentSha256: refresh.current_sha256,
      previousSha256: refresh.previous_sha256,
      nonce: refresh.nonce,
      atMs: refresh.at_ms,
    },
  };
}
