/**
 * Computes figures for comparing a table with a restored one: rows by kind, sums of money and billed units, and the
 * usage of each account. It makes one pass, with memory proportional to the number of accounts.
 */
import { ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Row } from '../../../../adapters/dynamodb/client/row-key.ts';

export interface TableFigures {
  /** By kind, such as `ACCOUNT CLIENT`: the text before the first number sign of both keys. */
  readonly rows: ReadonlyMap<string, number>;
  /** By name; names that end in `nano_usd` are money. */
  readonly sums: ReadonlyMap<string, bigint>;
  /** By account: the sums of its usage rows as one text. */
  readonly accounts: ReadonlyMap<string, string>;
}

/** Attributes of a usage row, and the names of their sums. */
const SUMMED: Readonly<Record<string, string>> = {
  calls: 'calls',
  items: 'records',
  tokens: 'tokens',
  charged: 'research_charged_nano_usd',
  reserved: 'research_reserved_nano_usd',
  committed: 'committed_nano_usd',
};

const ACCOUNT_PREFIX = 'ACCOUNT#';
const USAGE_PREFIX = 'USAGE#';

/** @param onRows called after every page with the number of rows so far */
export async function readTableFigures(
  client: DynamoDBDocumentClient,
  tableName: string,
  onRows: (rows: number) => void,
): Promise<TableFigures> {
  const counter = new FigureCounter();
  let read = 0;
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: tableName,
        ConsistentRead: true,
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    for (const row of page.Items ?? []) counter.add(row as Row);
    read += page.Items?.length ?? 0;
    onRows(read);
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return counter.figures();
}

class FigureCounter {
  readonly #rows = new Map<string, number>();
  readonly #sums = new Map<string, bigint>();
  readonly #accounts = new Map<string, Map<string, bigint>>();

  add(row: Row): void {
    const kind = kindOf(row);
    this.#rows.set(kind, (this.#rows.get(kind) ?? 0) + 1);
    if (!row.pk.startsWith(ACCOUNT_PREFIX) || !row.sk.startsWith(USAGE_PREFIX)) return;
    const accountId = row.pk.slice(ACCOUNT_PREFIX.length);
    const account = this.#accounts.get(accountId) ?? new Map<string, bigint>();
    this.#accounts.set(accountId, account);
    for (const [attribute, name] of Object.entries(SUMMED)) {
      const value = row[attribute];
      if (!Number.isSafeInteger(value)) continue;
      this.#sums.set(name, (this.#sums.get(name) ?? 0n) + BigInt(value as number));
      account.set(name, (account.get(name) ?? 0n) + BigInt(value as number));
    }
  }

  figures(): TableFigures {
    const accounts = [...this.#accounts].map(([id, sums]) => [id, sumsText(sums)] as const);
    return { rows: this.#rows, sums: this.#sums, accounts: new Map(accounts) };
  }
}

/** Uses the sort key only if it starts with a kind, not with a time or a number. */
function kindOf({ pk, sk }: Row): string {
  const [partition, sort] = [beforeSign(pk), beforeSign(sk)];
  return /^[A-Z]+$/.test(sort) ? `${partition} ${sort}` : partition;
}

function beforeSign(key: string): string {
  return key.split('#', 1)[0] ?? '';
}

function sumsText(sums: ReadonlyMap<string, bigint>): string {
  return [...sums]
    .map(([name, sum]) => `${name}=${sum}`)
    .toSorted()
    .join(' ');
}

export interface FigureDifference {
  readonly name: string;
  readonly before: bigint;
  readonly after: bigint;
}

/** Returns the figures of both tables by name: rows by kind, then sums. */
export function compareFigures(before: TableFigures, after: TableFigures): readonly FigureDifference[] {
  return [
    ...compared(before.rows, after.rows).map((each) => ({ ...each, name: `rows: ${each.name}` })),
    ...compared(before.sums, after.sums),
  ];
}

function compared(
  before: ReadonlyMap<string, number | bigint>,
  after: ReadonlyMap<string, number | bigint>,
): readonly FigureDifference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return names.map((name) => ({ name, before: BigInt(before.get(name) ?? 0), after: BigInt(after.get(name) ?? 0) }));
}

/** Returns the accounts with different sums. */
export function differingAccounts(before: TableFigures, after: TableFigures): readonly string[] {
  const ids = [...new Set([...before.accounts.keys(), ...after.accounts.keys()])].toSorted();
  return ids.filter((id) => before.accounts.get(id) !== after.accounts.get(id));
}
