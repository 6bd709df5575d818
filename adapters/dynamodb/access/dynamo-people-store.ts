/**
 * Stores people in the Accounts table: members in the partition of their account; each person, their links and sessions
 * in a partition per person.
 */
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { Versioned } from '../../../core/access/administration/administration-store.ts';
import type {
  AccountMembers,
  PeopleStore,
  RedeemResult,
  SessionRows,
  StoredLink,
  StoredSession,
} from '../../../core/access/people/people-store.ts';
import { isMember, type Member, type Person } from '../../../core/access/people/person.ts';
import {
  accountKey,
  addressKey,
  CLIENT_PREFIX,
  clientKey,
  linkKey,
  MEMBER_PREFIX,
  memberKey,
  personKey,
  personPartition,
  SESSION_PREFIX,
  sessionKey,
} from '../accounts-table/account-keys.ts';
import { readAccountRow, readClientRow, writeAuditRow } from '../accounts-table/account-rows.ts';
import { queryAccountRows } from '../accounts-table/query-account-rows.ts';
import { batchGet } from '../client/batch-get.ts';
import { queryRows } from '../client/query-rows.ts';
import { transactWrite, type TransactItem } from '../client/transact-write.ts';
import { rowId, type Row, type RowKey } from '../client/row-key.ts';
import { countAccount, putNew, putPerson, update, watch } from './people-writes.ts';
import {
  readMemberRow,
  readPersonRow,
  readSessionRow,
  writeLinkRow,
  writeMemberRow,
  writeSessionRow,
} from '../accounts-table/people-rows.ts';

interface MemberChange {
  readonly person: Person;
  readonly personRevision: number;
  readonly member: Member;
}

const MAX_ATTEMPTS = 5;

export class DynamoPeopleStore implements PeopleStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async findPerson(email: string): Promise<Versioned<Person> | undefined> {
    const address = await this.#get(addressKey(email));
    return address === undefined ? undefined : this.readPerson(String(address['person_id']));
  }

  async readPerson(personId: string): Promise<Versioned<Person> | undefined> {
    const row = await this.#get(personKey(personId));
    return row === undefined ? undefined : { value: readPersonRow(row), revision: Number(row['revision']) };
  }

  async readMembers(accountId: string): Promise<AccountMembers | undefined> {
    // The account is read first: a member that joins afterwards makes its revision stale.
    const row = await this.#get(accountKey(accountId));
    if (row === undefined) return undefined;
    const rows = await queryAccountRows(this.#client, this.#tableName, accountId, MEMBER_PREFIX);
    const people = rows.map(readMemberRow).sort((a, b) => a.invitedAtMs - b.invitedAtMs);
    return {
      account: { value: readAccountRow(row), revision: Number(row['revision']) },
      members: people.filter(isMember),
      invited: people.filter((one) => !isMember(one)),
    };
  }

  async readMemberships({ personId, accountIds }: Pick<Person, 'personId' | 'accountIds'>): Promise<readonly Member[]> {
    const keys = accountIds.map((accountId) => memberKey(accountId, personId));
    const rows = await batchGet(this.#client, this.#tableName, keys, { consistent: true });
    return keys.flatMap((key) => {
      const row = rows.get(rowId(key));
      return row === undefined ? [] : [readMemberRow(row)];
    });
  }

  async addMember({ person, personRevision, member }: MemberChange, accountRevision: number, audit: AuditLine) {
    const { personId, email } = person;
    return this.#write([
      countAccount(this.#tableName, member.accountId, accountRevision),
      putPerson(this.#tableName, person, personRevision),
      ...(personRevision === 0 ? [putNew(this.#tableName, { ...addressKey(email), person_id: personId })] : []),
      putNew(this.#tableName, writeMemberRow(member)),
      putNew(this.#tableName, writeAuditRow(member.accountId, audit)),
    ]);
  }

  async changeMember(member: Member, accountRevision: number, audit: AuditLine): Promise<boolean> {
    return this.#write([
      countAccount(this.#tableName, member.accountId, accountRevision),
      update(this.#tableName, memberKey(member.accountId, member.personId), {
        set: { role: member.role, notices: member.notices },
        condition: 'attribute_exists(pk)',
      }),
      watch(this.#tableName, member.accountId, audit.atMs),
      putNew(this.#tableName, writeAuditRow(member.accountId, audit)),
    ]);
  }

  async acceptMember(member: Member, accountRevision: number, audit: AuditLine): Promise<boolean> {
    return this.#write([
      countAccount(this.#tableName, member.accountId, accountRevision),
      update(this.#tableName, memberKey(member.accountId, member.personId), {
        set: { accepted_at_ms: member.acceptedAtMs, signed_in_at_ms: member.signedInAtMs },
        condition: 'attribute_exists(pk)',
      }),
      watch(this.#tableName, member.accountId, audit.atMs),
      putNew(this.#tableName, writeAuditRow(member.accountId, audit)),
    ]);
  }

  async removeMember({ person, personRevision, member }: MemberChange, accountRevision: number, audit: AuditLine) {
    return this.#write([
      countAccount(this.#tableName, member.accountId, accountRevision),
      putPerson(this.#tableName, person, personRevision),
      {
        Delete: {
          TableName: this.#tableName,
          Key: memberKey(member.accountId, member.personId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      putNew(this.#tableName, writeAuditRow(member.accountId, audit)),
    ]);
  }

  async markUndeliverable(person: Person, revision: number, sinceMs: number | null): Promise<boolean> {
    return this.#write([putPerson(this.#tableName, { ...person, undeliverableSinceMs: sinceMs }, revision)]);
  }

  async deletePerson({ personId, email }: Pick<Person, 'personId' | 'email'>): Promise<void> {
    // The address is deleted first, so that a person being deleted is not found; the person's own row last, so that a
    // retry finds the rest.
    await this.#delete(addressKey(email));
    const keys = await this.#keysOf(personId);
    const own = personKey(personId);
    for (const key of keys) if (key.sk !== own.sk) await this.#delete(key);
    await this.#delete(own);
  }

  async putLink(link: StoredLink): Promise<void> {
    await this.#client.send(new PutCommand({ TableName: this.#tableName, Item: writeLinkRow(link) }));
  }

  async redeemLink(
    link: Omit<StoredLink, 'validUntilMs'>,
    { session, memberOf }: { readonly session: StoredSession; readonly memberOf: string | null },
    nowMs: number,
  ): Promise<RedeemResult> {
    const items: readonly TransactItem[] = [
      {
        Delete: {
          TableName: this.#tableName,
          Key: linkKey(link.personId, link.tokenSha256),
          ConditionExpression: 'browser_sha256 = :browser AND valid_until_ms > :now',
          ExpressionAttributeValues: { ':browser': link.browserSha256, ':now': nowMs },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      putNew(this.#tableName, writeSessionRow(session)),
      this.#reachAgain(link.personId),
      ...(memberOf === null ? [] : this.#noteSignIn({ accountId: memberOf, personId: link.personId }, nowMs)),
    ];
    const written = await transactWrite(this.#client, items);
    if (written.kind === 'written') return 'signed_in';
    const [ofLink] = written.reasons;
    if (ofLink?.Code !== 'ConditionalCheckFailed') return 'changed_meanwhile';
    const { valid_until_ms: until, browser_sha256: browser } = ofLink.Item ?? {};
    const isGood = until?.N !== undefined && Number(until.N) > nowMs;
    return isGood && browser?.S !== link.browserSha256 ? 'other_browser' : 'unknown_link';
  }

  /**
   * A person who signs in by an email's link receives emails again. It changes the person's row, so that a concurrent
   * change is decided again.
   */
  #reachAgain(personId: string): TransactItem {
    return {
      Update: {
        TableName: this.#tableName,
        Key: { ...personKey(personId) },
        UpdateExpression: 'SET undeliverable_since_ms = :none ADD revision :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':none': null, ':one': 1 },
      },
    };
  }

  #noteSignIn({ accountId, personId }: Pick<Member, 'accountId' | 'personId'>, nowMs: number): readonly TransactItem[] {
    return [
      update(this.#tableName, memberKey(accountId, personId), {
        set: { signed_in_at_ms: nowMs },
        // This never applies to an invitation, because signing in does not accept one.
        condition: 'attribute_exists(accepted_at_ms) OR attribute_type(signed_in_at_ms, :number)',
        values: { ':number': 'N' },
      }),
      watch(this.#tableName, accountId, nowMs),
    ];
  }

  async readSession(
    { personId, secretSha256 }: Pick<StoredSession, 'personId' | 'secretSha256'>,
    accountId: string,
  ): Promise<SessionRows> {
    const keys = [sessionKey(personId, secretSha256), memberKey(accountId, personId), accountKey(accountId)] as const;
    const rows = await batchGet(this.#client, this.#tableName, keys, { consistent: true });
    const [session, memberRow, account] = keys.map((key) => rows.get(rowId(key)));
    const member = memberRow && readMemberRow(memberRow);
    return {
      session: session && readSessionRow(session),
      member: member && isMember(member) ? member : undefined,
      account: account && readAccountRow(account),
    };
  }

  async touchSession({ personId, secretSha256 }: StoredSession, nowMs: number): Promise<void> {
    const Update = update(this.#tableName, sessionKey(personId, secretSha256), {
      set: { used_at_ms: nowMs },
      condition: 'attribute_exists(pk)',
    }).Update;
    if (Update === undefined) return;
    await this.#client.send(new UpdateCommand(Update)).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error;
    });
  }

  async endSession({ personId, secretSha256 }: Pick<StoredSession, 'personId' | 'secretSha256'>): Promise<void> {
    await this.#delete(sessionKey(personId, secretSha256));
  }

  async endSignIns(
    { accountId, personId }: Pick<Member, 'accountId' | 'personId'>,
    auditOf: (clientId: string) => AuditLine,
    nowMs: number,
  ): Promise<readonly string[]> {
    const ended: string[] = [];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const rows = await queryAccountRows(this.#client, this.#tableName, accountId, CLIENT_PREFIX);
      const inForce = rows.filter((row) => {
        const { signIn, revokedAtMs } = readClientRow(row).client;
        return signIn?.personId === personId && revokedAtMs === null;
      });
      if (inForce.length === 0) return ended;
      for (const row of inForce) {
        const clientId = String(row['client_id']);
        const revoke = update(this.#tableName, clientKey({ accountId, clientId }), {
          set: { revoked_at_ms: nowMs, revision: Number(row['revision']) + 1 },
          condition: 'revision = :was',
          values: { ':was': row['revision'] },
        });
        if (await this.#write([revoke, putNew(this.#tableName, writeAuditRow(accountId, auditOf(clientId)))]))
          ended.push(clientId);
      }
    }
    throw new Error('Sign-ins kept changing while they were ended');
  }

  async endSessions(personId: string): Promise<number> {
    const own = personKey(personId);
    const keys = (await this.#keysOf(personId)).filter(({ sk }) => sk !== own.sk);
    for (const key of keys) await this.#delete(key);
    return keys.filter(({ sk }) => sk.startsWith(SESSION_PREFIX)).length;
  }

  async #keysOf(personId: string): Promise<readonly RowKey[]> {
    const keys: RowKey[] = [];
    const query = { partition: personPartition(personId), ProjectionExpression: 'pk, sk' };
    for await (const key of queryRows(this.#client, this.#tableName, query)) keys.push(key);
    return keys;
  }

  /** Returns false when a condition failed: the caller reads again and retries. */
  async #write(items: readonly TransactItem[]): Promise<boolean> {
    return (await transactWrite(this.#client, items)).kind === 'written';
  }

  async #get({ pk, sk }: RowKey): Promise<Row | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: { pk, sk }, ConsistentRead: true }),
    );
    return Item as Row | undefined;
  }

  async #delete({ pk, sk }: RowKey): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#tableName, Key: { pk, sk } }));
  }
}
