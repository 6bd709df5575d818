/**
 * The victim of the crash test: an engine on disk and, in the same process, endless transfers between accounts. Every
 * transfer is one transaction {from, to, journal entry}; its number is printed once it is acknowledged.
 */
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { startEmbeddedDynamoDb } from '../../../local/dynamodb/embedded-dynamodb.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';

const [path = '', round = ''] = process.argv.slice(2);
const TABLE = 'Transfers';
const ACCOUNTS = 5;
const PARALLEL = 8;

const engine = await startEmbeddedDynamoDb({ path });
const client = testClient(engine.endpoint, { maxAttempts: 1 });
await client
  .send(
    new CreateTableCommand({
      TableName: TABLE,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  )
  .catch(() => undefined);
let last = 0;
await Promise.all(
  Array.from({ length: PARALLEL }, async () => {
    for (;;) await transfer((last += 1));
  }),
);

async function transfer(number: number): Promise<void> {
  const from = Math.floor(Math.random() * ACCOUNTS);
  const to = (from + 1 + Math.floor(Math.random() * (ACCOUNTS - 1))) % ACCOUNTS;
  const amount = 1 + Math.floor(Math.random() * 9);
  const move = (account: number, change: number) => ({
    Update: {
      TableName: TABLE,
      Key: { pk: 'ACCOUNT', sk: String(account) },
      UpdateExpression: 'ADD balance :change',
      ExpressionAttributeValues: { ':change': change },
    },
  });
  const Item = { pk: 'JOURNAL', sk: `${round}.${number}`, from, to, amount };
  const journal = { Put: { TableName: TABLE, Item } };
  await client.send(new TransactWriteCommand({ TransactItems: [move(from, -amount), move(to, amount), journal] }));
  process.stdout.write(`${round}.${number}\n`);
}
