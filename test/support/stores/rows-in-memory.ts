/**
 * The accounts table in memory: carries out the expressions that the meter's writes are made of, as DynamoDB does, so
 * that thousands of random months take seconds. It knows no more of the syntax than these writes use.
 */
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';

type Row = Readonly<Record<string, unknown>>;

interface Write {
  readonly Key?: Row;
  readonly Item?: Row;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Row;
}

export class RowsInMemory {
  readonly #rows = new Map<string, Row>();

  row(key: Row): Row | undefined {
    return this.#rows.get(`${String(key['pk'])} ${String(key['sk'])}`);
  }

  /** Carries out the writes together, or throws what the SDK throws. */
  send(input: object): { readonly Attributes?: Row; readonly Item?: Row } {
    if ('TransactItems' in input) return this.#transact(input as TransactWriteCommandInput);
    const write: Write = input;
    if (write.UpdateExpression === undefined) {
      const Item = this.row(keyOf(write));
      return Item === undefined ? {} : { Item };
    }
    if (!this.#holds(write))
      throw new ConditionalCheckFailedException({ message: 'refused', $metadata: REFUSED, ...this.#item(write) });
    return { Attributes: this.#carryOut(write) };
  }

  #transact({ TransactItems = [] }: TransactWriteCommandInput): object {
    const writes = TransactItems.map((one) => (one.Update ?? one.Put ?? one.ConditionCheck) as Write);
    const reasons = writes.map((write) =>
      this.#holds(write) ? { Code: 'None' } : { Code: 'ConditionalCheckFailed', ...this.#item(write) },
    );
    if (reasons.some(({ Code }) => Code !== 'None'))
      throw new TransactionCanceledException({ message: 'refused', $metadata: REFUSED, CancellationReasons: reasons });
    for (const write of writes) this.#carryOut(write);
    return {};
  }

  #item(write: Write): { readonly Item?: Record<string, AttributeValue> } {
    const row = this.row(keyOf(write));
    if (row === undefined) return {};
    const numbers = Object.entries(row).filter(([, value]) => typeof value === 'number');
    return { Item: Object.fromEntries(numbers.map(([name, value]) => [name, { N: String(value) }])) };
  }

  #holds(write: Write): boolean {
    return write.ConditionExpression === undefined || holds(write, this.row(keyOf(write)) ?? {});
  }

  #carryOut(write: Write): Row {
    const key = keyOf(write);
    const before = this.row(key) ?? {};
    if (write.Item === undefined && write.UpdateExpression === undefined) return before;
    const after = write.Item ?? updated(write, before, key);
    this.#rows.set(`${String(key['pk'])} ${String(key['sk'])}`, after);
    return after;
  }
}

const REFUSED = { httpStatusCode: 400 };

function keyOf({ Key, Item }: Write): Row {
  return Key ?? Item ?? {};
}

function updated(write: Write, before: Row, key: Row): Row {
  const after: Record<string, unknown> = { ...before, ...key };
  const [, ...sections] = (write.UpdateExpression ?? '').split(/(?:^| )(SET|ADD|REMOVE) /);
  for (let at = 0; at < sections.length; at += 2) {
    for (const part of (sections[at + 1] ?? '').split(/, (?![^(]*\))/).filter((one) => one !== '')) {
      const [name = '', ...rest] = part.trim().split(/ (?:= )?/);
      const target = nameOf(write, name);
      if (sections[at] === 'REMOVE') delete after[target];
      else if (sections[at] === 'ADD')
        after[target] = Number(before[target] ?? 0) + Number(valueOf(write, rest.join(' '), before));
      else after[target] = assigned(write, part.slice(part.indexOf('=') + 1).trim(), before);
    }
  }
  return after;
}

/** `:v`, `if_not_exists(#a, :v)` or `if_not_exists(#a, #b) - :v`. */
function assigned(write: Write, expression: string, before: Row): unknown {
  const [, name, other = '', less] = /^if_not_exists\((#\w+), ([#:]\w+)\)(?: - (:\w+))?$/.exec(expression) ?? [];
  if (name === undefined) return valueOf(write, expression, before);
  const value = before[nameOf(write, name)] ?? valueOf(write, other, before);
  return less === undefined ? value : Number(value ?? 0) - Number(valueOf(write, less, before));
}

function valueOf({ ExpressionAttributeValues = {}, ...write }: Write, operand: string, row: Row): unknown {
  return operand.startsWith(':') ? ExpressionAttributeValues[operand] : row[nameOf(write, operand)];
}

function nameOf({ ExpressionAttributeNames = {} }: Write, name: string): string {
  return name.startsWith('#') ? (ExpressionAttributeNames[name] ?? '') : name;
}

/** Reads a condition from left to right: OR of AND of NOT, a bracket, a function or a comparison. */
function holds(write: Write, row: Row): boolean {
  const tokens = (write.ConditionExpression ?? '').match(/[#:]?\w+|<>|<=|>=|[()=<>]/g) ?? [];
  let at = 0;
  const next = () => tokens[at++] ?? '';
  const either = (): boolean => {
    let value = both();
    while (tokens[at] === 'OR') {
      at += 1;
      const right = both();
      value = value || right;
    }
    return value;
  };
  const both = (): boolean => {
    let value = one();
    while (tokens[at] === 'AND') {
      at += 1;
      const right = one();
      value = value && right;
    }
    return value;
  };
  const one = (): boolean => {
    const token = next();
    if (token === 'NOT') return !one();
    if (token === '(') {
      const value = either();
      at += 1;
      return value;
    }
    if (token.startsWith('attribute_')) {
      at += 1;
      const isThere = row[nameOf(write, next())] !== undefined;
      at += 1;
      return isThere === (token === 'attribute_exists');
    }
    const operator = next();
    return compared(valueOf(write, token, row), operator, valueOf(write, next(), row));
  };
  return either();
}

function compared(a: unknown, operator: string, b: unknown): boolean {
  if (a === undefined || b === undefined) return false;
  if (operator === '=') return a === b;
  if (operator === '<>') return a !== b;
  if (typeof a !== 'number' || typeof b !== 'number') return false;
  return operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b;
}

/** What becomes of a write: its request or its answer is lost, or the process dies after it. */
export type Fault = 'request_lost' | 'answer_lost' | 'killed';

/** A client of these rows whose next writes have faults. @param faultOf the fault of a write, if any */
export function clientOf(rows: RowsInMemory, faultOf: (input: object) => Fault | undefined): DynamoDBDocumentClient {
  let isDead = false;
  const send = async ({ input }: { readonly input: object }) => {
    if (isDead) throw new Error('dead');
    const fault = faultOf(input);
    if (fault === 'request_lost') throw new Error('timeout');
    isDead = fault === 'killed';
    const answer = rows.send(input);
    if (fault !== undefined) throw new Error('timeout');
    return answer;
  };
  return { send } as unknown as DynamoDBDocumentClient;
}
