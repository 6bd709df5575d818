/**
 * Looks up the parts of a CSV file, fifty at a time, and appends an answer for each fifty to a file of JSON Lines. Needs Node 20 and nothing else.
 *
 *     PRODUCT_DATA_KEY=<CLIENT_ID>:<CLIENT_SECRET> node look-up-list.mjs parts.csv answers.jsonl https://…
 *
 * The CSV has a heading with `manufacturer` and `mpn`, or `gtin`. Start it again after whatever stopped it: what is answered is skipped, and what was
 * billed while its answer got lost is not billed again (within 24 hours, with the same file).
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const [, , listFile, answerFile, baseUrl] = process.argv;
const { PRODUCT_DATA_KEY: key, BATCH_SIZE: size = '50' } = process.env;
if (baseUrl === undefined || key === undefined) {
  console.error('PRODUCT_DATA_KEY=<CLIENT_ID>:<CLIENT_SECRET> node look-up-list.mjs parts.csv answers.jsonl https://…');
  process.exit(2);
}

const FIELDS = ['manufacturer', 'mpn', 'title', 'category'];
/** Of one request; the eighth waits two minutes. */
const TRIES = 8;

const done = readDone(answerFile);
for (const batch of batchesOf(readParts(listFile), Number(size))) {
  if (done.has(batch.key)) continue;
  const { data, meta } = await lookUp(batch);
  const rowOf = ({ input_index: index, ...entry }) => ({ row: batch.firstRow + index, ...entry });
  const answer = { key: batch.key, found: data.found.map(rowOf), not_found: data.not_found.map(rowOf) };
  appendFileSync(answerFile, `${JSON.stringify(answer)}\n`);
  const { length } = data.found;
  console.log(
    `rows from ${batch.firstRow}: ${length} of ${batch.items.length} found, ${meta.usage.tokens_billed} tokens`,
  );
}

/** The same request until it is answered, always with the same key: so it is billed once. */
async function lookUp({ key: idempotencyKey, firstRow, items }) {
  for (let tried = 1; ; tried += 1) {
    const response = await send(idempotencyKey, { items, fields: FIELDS });
    if (response?.ok) {
      await keepPace(response.headers);
      return response.json();
    }
    // Not answered, or an error of the service: it may have been billed, and its answer lost.
    const passes = response === undefined || response.status === 429 || response.status >= 500;
    if (!passes || tried === TRIES) return giveUp(response, firstRow);
    const seconds = Number(response?.headers.get('retry-after') ?? 2 ** (tried - 1));
    console.log(`${response?.status ?? 'no answer'}: again in ${seconds} s`);
    await setTimeout(seconds * 1000);
  }
}

async function send(idempotencyKey, body) {
  try {
    return await fetch(`${baseUrl}/v1/items/lookup`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        'user-agent': 'look-up-list/1',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
  } catch {
    return undefined;
  }
}

/** `RateLimit: "plan";r=0;t=41`: nothing is left of the minute, which ends in 41 seconds. */
async function keepPace(headers) {
  const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  if (left === '0') await setTimeout(Number(seconds) * 1000);
}

/** What no repetition mends: the message says what to do. */
async function giveUp(response, firstRow) {
  const error = await response?.json().then(
    ({ errors }) => errors[0],
    () => undefined,
  );
  const { code = 'No answer that can be used', message = response?.status ?? 'no connection' } = error ?? {};
  console.error(`Rows from ${firstRow}: ${code}: ${message}`);
  process.exit(1);
}

/** The keys of the batches that are answered; a line that was cut off when the program was stopped is taken away. */
function readDone(file) {
  if (!existsSync(file)) return new Set();
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  truncateSync(file, Buffer.byteLength(whole));
  return new Set(
    whole
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).key),
  );
}

/** A batch has the same key in every run: it follows from its place and its parts. */
function* batchesOf(parts, count) {
  for (let first = 0; first < parts.length; first += count) {
    const items = parts.slice(first, first + count);
    const hash = createHash('sha256')
      .update(JSON.stringify([first, items, FIELDS]))
      .digest('hex');
    yield { key: `list-${hash.slice(0, 32)}`, firstRow: first + 1, items };
  }
}

function readParts(file) {
  const [heading = [], ...rows] = readCsv(readFileSync(file, 'utf8'));
  const names = heading.map((name) => name.trim().toLowerCase());
  return rows.map((cells) => {
    const named = names.map((name, place) => [name, (cells[place] ?? '').trim()]);
    return Object.fromEntries(
      named.filter(([name, cell]) => ['manufacturer', 'mpn', 'gtin'].includes(name) && cell !== ''),
    );
  });
}

/** RFC 4180: quoted cells may hold commas, line ends and doubled quotes. */
function readCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ''));
}
