/**
 * Lets programs of the project run as the processes of a model: their real code over ports. Between any two calls of a
 * port every other program may run; a call that writes may be applied, get no answer and arrive late or never, or be
 * repeated; every program may be killed at every call.
 *
 * A program is suspended by not answering it, and cannot be copied. Therefore what a program does next is found by
 * running it again from its start with the answers that it has heard so far, once for each such history. Time is passed
 * in, and random values come from a sequence of the program, so that each run of one history is the same.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import { keyOf, type PreparedModel } from './explore.ts';

/** A call of a port, as the project's code made it. */
export interface PortCall {
  readonly method: string;
  readonly args: readonly unknown[];
}

export type Answer = { readonly returns: unknown } | { readonly throws: string };

/** How a program ended; undefined while it runs or before it starts. */
export type End = Answer | 'killed' | undefined;

export interface Program {
  readonly name: string;
  /** @param given what `begins` returned */
  run(port: never, given: never): Promise<unknown>;
  /** Returns what the program is given, or undefined while it cannot begin. It may always begin by default. */
  begins?(ends: readonly End[]): unknown;
}

export interface World<Rows> {
  readonly name: string;
  readonly bounds: string;
  readonly rows: Rows;
  readonly programs: readonly Program[];
  /** How many programs may be killed, and how many calls that write may get no answer. */
  readonly kills: number;
  readonly losses: number;
  /** Answers a call as the store does, and changes the rows if it writes. */
  answer(rows: Rows, call: PortCall): Answer;
  isWrite(call: PortCall): boolean;
  /**
   * Whether the client of the store may send the call again after a lost answer, without a token by which the store
   * knows it.
   */
  isRepeated?(call: PortCall): boolean;
  broken(rows: Rows, ends: readonly End[], isFinal: boolean): string | undefined;
}

/** Numbers stand for rows, answers and calls, which are kept once. */
interface WorldState {
  rows: number;
  /** Of each program: where it is, -1 before it begins, -2 once it was killed. */
  at: number[];
  /** Calls on their way of which nobody hears. */
  late: number[];
  kills: number;
  losses: number;
}

const NOT_BEGUN = -1;
const KILLED = -2;

/** What a program has heard, and therefore where it is, or only how it ended. */
type Place =
  | {
      readonly program: number;
      readonly given: unknown;
      /** The answers, each with the number of the call. */
      readonly heard: readonly (readonly [call: number, answer: number])[];
    }
  | { readonly ended: Answer };

interface Reached {
  readonly waiting: readonly (readonly [call: number, known: number])[];
  readonly end: Answer | undefined;
}

/** Gives equal values one number. */
class Numbered<Value> {
  readonly #numbers = new Map<string, number>();
  readonly #values: Value[] = [];

  numberOf(value: Value): number {
    const key = keyOf(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#values.length);
    return this.#values.push(value) - 1;
  }

  valueOf(number: number): Value {
    return this.#values[number] as Value;
  }
}

/**
 * One of the calls that a step of a world makes, and what follows from it; the contract suite makes the same call on
 * the real store.
 */
export interface WorldCall<Rows> {
  readonly call: PortCall;
  readonly answer: Answer;
  /** The rows after the call. */
  readonly rows: Rows;
}

const NO_ANSWER: Answer = { throws: 'no answer' };

export function worldModel<Rows>(world: World<Rows>): PreparedModel<WorldState> {
  const { programs } = world;
  const rows = new Numbered<Rows>();
  const answers = new Numbered<Answer>();
  const calls = new Numbered<PortCall>();
  const places = new Numbered<Place>();
  const reached = new Map<number, Reached>();
  const applied = new Map<string, { readonly rows: number; readonly answer: number }>();

  /** The rows and the answer after a call. */
  const apply = (before: number, call: number) => {
    const key = `${before} ${call}`;
    const known = applied.get(key);
    if (known !== undefined) return known;
    const next = structuredClone(rows.valueOf(before));
    const answer = answers.numberOf(world.answer(next, calls.valueOf(call)));
    const after = { rows: rows.numberOf(next), answer };
    applied.set(key, after);
    return after;
  };

  const madeCall = (call: number, after: { readonly rows: number; readonly answer: number }): WorldCall<Rows> => ({
    call: calls.valueOf(call),
    answer: answers.valueOf(after.answer),
    rows: rows.valueOf(after.rows),
  });

  const endsOf = ({ at }: WorldState): readonly End[] =>
    at.map((place) => (place === KILLED ? 'killed' : place === NOT_BEGUN ? undefined : reached.get(place)?.end));

  /**
   * What changes nothing for the other programs is done first, so that it is not explored in every order: a program
   * begins, and waits at its first call; of one that ended only its end is kept.
   */
  const quietStep = ({ at }: WorldState, ends: readonly End[]): [string, (next: WorldState) => void] | undefined => {
    for (const [program, { begins }] of programs.entries()) {
      const place = at[program] as number;
      const moved = (to: Place) => (next: WorldState) => void (next.at[program] = places.numberOf(to));
      const given = place !== NOT_BEGUN ? undefined : begins === undefined ? null : begins(ends);
      if (given !== undefined) return ['', moved({ program, given, heard: [] })];
      const end = place < 0 ? undefined : reached.get(place)?.end;
      if (end !== undefined && !('ended' in places.valueOf(place))) return ['', moved({ ended: end })];
    }
    return undefined;
  };

  return {
    name: world.name,
    bounds: `P=${programs.length} ${world.bounds} kills=${world.kills} unanswered writes=${world.losses}`,
    start: {
      rows: rows.numberOf(world.rows),
      at: programs.map(() => NOT_BEGUN),
      late: [],
      kills: world.kills,
      losses: world.losses,
    },
    async prepare({ at }) {
      for (const place of at) {
        if (place < 0 || reached.has(place)) continue;
        const known = places.valueOf(place);
        if ('ended' in known) {
          reached.set(place, { waiting: [], end: known.ended });
          continue;
        }
        const { program, given, heard } = known;
        const told = heard.map(([call, answer]) => [call, answers.valueOf(answer)] as const);
        const { waiting, end } = await runAgain(programs[program] as Program, program, given, told);
        reached.set(place, { waiting: waiting.map(([call, made]) => [call, calls.numberOf(made)]), end });
      }
    },
    isPrepared: ({ at }) => at.every((place) => place < 0 || reached.has(place)),
    steps(state, step) {
      const ends = endsOf(state);
      const quiet = quietStep(state, ends);
      if (quiet !== undefined) {
        step(...quiet);
        return;
      }
      for (const [place, call] of state.late.entries()) {
        const { method } = calls.valueOf(call);
        const made = apply(state.rows, call);
        const arrives = (next: WorldState) => {
          next.rows = made.rows;
          next.late.splice(place, 1);
        };
        step(`a late ${method} arrives`, arrives, [madeCall(call, made)]);
        step(`a late ${method} never arrives`, (next) => void next.late.splice(place, 1));
      }
      for (const [program, { name }] of programs.entries()) {
        const at = state.at[program] as number;
        if (at < 0 || ends[program] !== undefined) continue;
        const { waiting } = reached.get(at) as Reached;
        const known = places.valueOf(at);
        if ('ended' in known) continue;
        const hears = (next: WorldState, call: number, answer: number) =>
          void (next.at[program] = places.numberOf({ ...known, heard: [...known.heard, [call, answer]] }));
        const writes = waiting.map(([, call]) => call).filter((call) => world.isWrite(calls.valueOf(call)));
        for (const [place, call] of waiting) {
          const made = calls.valueOf(call);
          const once = apply(state.rows, call);
          const answered = (next: WorldState, after: typeof once) => {
            next.rows = after.rows;
            hears(next, place, after.answer);
          };
          step(`${name}: ${made.method}`, (next) => answered(next, once), [madeCall(call, once)]);
          if (!world.isWrite(made) || state.losses === 0) continue;
          step(`${name}: ${made.method} without an answer`, (next) => {
            next.losses -= 1;
            next.late = [...next.late, call].sort((one, other) => one - other);
            hears(next, place, answers.numberOf(NO_ANSWER));
          });
          if (world.isRepeated?.(made) !== true) continue;
          const twice = apply(once.rows, call);
          step(
            `${name}: ${made.method} repeated after a lost answer`,
            (next) => {
              next.losses -= 1;
              answered(next, twice);
            },
            [madeCall(call, once), madeCall(call, twice)],
          );
        }
        if (state.kills === 0) continue;
        const killed = (next: WorldState) => {
          next.kills -= 1;
          next.at[program] = KILLED;
        };
        step(`${name} is killed`, killed);
        if (writes.length > 0)
          step(`${name} is killed after sending`, (next) => {
            killed(next);
            next.late = [...next.late, ...writes].sort((one, other) => one - other);
          });
      }
    },
    broken: (state, isFinal) => world.broken(rows.valueOf(state.rows), endsOf(state), isFinal),
  };
}

/** Runs a program from its start with what it has heard, until it waits or ends. */
async function runAgain(
  program: Program,
  seed: number,
  given: unknown,
  heard: readonly (readonly [call: number, answer: Answer])[],
): Promise<{
  readonly waiting: readonly (readonly [call: number, made: PortCall])[];
  readonly end: Answer | undefined;
}> {
  const made: PortCall[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  let end: Answer | undefined;
  const port = new Proxy(
    {},
    {
      get:
        (_, method) =>
        (...args: unknown[]) =>
          new Promise((resolve, reject) => {
            const call = made.push({ method: String(method), args }) - 1;
            waiting.set(call, (answer) => {
              waiting.delete(call);
              if ('throws' in answer) reject(new Error(answer.throws));
              else resolve(answer.returns);
            });
          }),
    },
  );
  const restore = replaceRandom(seed);
  try {
    program.run(port as never, given as never).then(
      (returns) => void (end = { returns: returns ?? null }),
      (error: unknown) => void (end = { throws: String(error) }),
    );
    const settle = async () => {
      do await turn();
      while (end === undefined && waiting.size === 0);
    };
    await settle();
    for (const [call, answer] of heard) {
      waiting.get(call)?.(answer);
      await settle();
    }
  } finally {
    restore();
  }
  return { waiting: [...waiting.keys()].map((call) => [call, made[call] as PortCall] as const), end };
}

/** Replaces the random values of Node by a sequence that begins anew with each run. */
function replaceRandom(seed: number): () => void {
  const { randomBytes, randomInt, randomUUID } = crypto;
  let count = 0;
  const bytes = (size: number) =>
    crypto
      .createHash('shake256', { outputLength: size })
      .update(`${seed} ${(count += 1)}`)
      .digest();
  Object.assign(crypto, {
    randomBytes: bytes,
    randomInt: (from: number, to?: number) => {
      const [least, most] = to === undefined ? [0, from] : [from, to];
      return least + Number(bytes(6).readUIntBE(0, 6) % (most - least));
    },
    randomUUID: () => bytes(16).toString('hex'),
  });
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, { randomBytes, randomInt, randomUUID });
    syncBuiltinESMExports();
  };
}
