/**
 * Looks up the parts of a CSV file, fifty at a time, and appends one answer per batch to a file of JSON Lines. Needs only Node 24.
 *
 *     PRODUCT_DATA_KEY=<CLIENT_ID>:<CLIENT_SECRET> node look-up-list.mjs parts.csv answers.jsonl https://…
 *
 * The CSV has a heading with `manufacturer` and `mpn`, or `gtin`. If it stops, start it again: answered batches
 * are skipped, and a batch that was billed but lost its answer is not billed again (within 24 hours, with the same file).
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
/** Per request. The pause doubles from one second: the last is 64 seconds unless `Retry-After` says otherwise. */
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

/** Repeats a request until it is answered, always with the same idempotency key, so that it is billed once. */
async function lookUp({ key: idempotencyKey, firstRow, items }) {
  for (let tried = 1; ; tried += 1) {
    const response = await send(idempotencyKey, { items, fields: FIELDS });
    if (response?.ok) {
      await keepPace(response.headers);
      return response.json();
    }
    // Without an answer, or after an error of the service, the request may have been billed and its answer lost.
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

/** Waits out the minute when nothing of its rate limit is left: `RateLimit: "plan";r=0;t=41` means that it ends in 41 seconds. */
async function keepPace(headers) {
  const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  if (left === '0') await setTimeout(Number(seconds) * 1000);
}

/** Ends the program after an error that a retry cannot fix; the message says what to do. */
async function giveUp(response, firstRow) {
  const error = await response?.json().then(
    ({ errors }) => errors[0],
    () => undefined,
  );
  const { code = 'No answer that can be used', message = response?.status ?? 'no connection' } = error ?? {};
  console.error(`Rows from ${firstRow}: ${code}: ${message}`);
  process.exit(1);
}

/** Returns the keys of the answered batches, and removes a line that was cut off when the program stopped. */
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

/** A batch has the same key in every run, because the key is computed from its position and parts. */
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

/** Reads CSV by RFC 4180: quoted cells may contain commas, line breaks and doubled quotes. */
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
