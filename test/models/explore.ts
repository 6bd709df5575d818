/**
 * Explores every state that a model can reach, breadth first, so that the history of the first violation is a shortest
 * one. A state is plain JSON; two states are the same if their JSON is. The models say what they abstract from; this
 * file only walks.
 */

/**
 * Adds a successor: the label of what happens (empty if it is not worth a word), and what it changes in a copy of the
 * state.
 * @param write what the step does to the store, for the suite that carries out traces on the real one
 */
type Step<State> = (label: string, change: (next: State) => void, write?: unknown) => void;

export interface Model<State> {
  readonly name: string;
  /** How far it is explored, such as `P=3 K=2`. */
  readonly bounds: string;
  readonly start: State;
  /** Offers everything that may happen next; a state without a next step is final. */
  steps(state: State, step: Step<State>): void;
  /**
   * Returns the one state that is explored for all that differ only in which of several equal processes is which; the
   * state itself by default.
   */
  standsFor?(state: State): State;
  /** Says what is wrong with a state. */
  broken(state: State, isFinal: boolean): string | undefined;
}

/** A model that must find out, not in one go, what may happen next. */
export interface PreparedModel<State> extends Model<State> {
  isPrepared(state: State): boolean;
  prepare(state: State): Promise<void>;
}

export interface Exploration<State> {
  readonly states: number;
  readonly violation: { readonly what: string; readonly history: readonly string[] } | undefined;
  /** The states on the way to a state, with the labels that led there. */
  historyOf(place: number): readonly { readonly label: string; readonly state: State }[];
}

/** @throws when there are more states than `atMost`: a model must be explored to its end */
export function explore<State>(model: Model<State>, atMost = MAX_STATES): Exploration<State> {
  const walk = walkThrough(model, atMost);
  for (;;) {
    const { done, value } = walk.next();
    if (done !== true) continue;
    if (value.violation === undefined || model.standsFor === undefined) return value;
    // Its history is found again in which no process takes the name of an equal one.
    const { standsFor: _standsFor, ...plain } = model;
    return explore(plain, atMost);
  }
}

/** Does the same with a model that must be prepared for each state. */
export async function explorePrepared<State>(
  model: PreparedModel<State>,
  atMost = MAX_STATES,
): Promise<Exploration<State>> {
  const walk = walkThrough(model, atMost);
  for (;;) {
    const { done, value } = walk.next();
    if (done === true) return value;
    if (!model.isPrepared(value)) await model.prepare(value);
  }
}

const MAX_STATES = 3_000_000;

/** Yields each state before its steps. */
function* walkThrough<State>(model: Model<State>, atMost: number): Generator<State, Exploration<State>> {
  const keys = [keyOf(model.start)];
  const places = new Map([[keys[0], 0]]);
  const cameFrom = [-1];
  const labels = ['start'];
  const historyOf = (place: number) => {
    const history: { label: string; state: State }[] = [];
    for (let at = place; at >= 0; at = cameFrom[at] ?? -1)
      history.push({ label: labels[at] ?? '', state: JSON.parse(keys[at] ?? '') as State });
    return history.reverse();
  };
  for (let place = 0; place < keys.length; place += 1) {
    const state = JSON.parse(keys[place] ?? '') as State;
    yield state;
    let isFinal = true;
    model.steps(state, (label, change) => {
      isFinal = false;
      const next = copyOf(state);
      change(next);
      const nextKey = keyOf(model.standsFor?.(next) ?? next);
      if (places.has(nextKey)) return;
      places.set(nextKey, keys.length);
      keys.push(nextKey);
      cameFrom.push(place);
      labels.push(label);
    });
    const what = model.broken(state, isFinal);
    if (what !== undefined) {
      const history = historyOf(place).map(({ label }) => label);
      const said = history.slice(1).filter((label) => label !== '');
      return { states: keys.length, violation: { what, history: said }, historyOf };
    }
    if (keys.length > atMost) throw new Error(`${model.name} has more than ${atMost} states`);
  }
  return { states: keys.length, violation: undefined, historyOf };
}

/** The steps of one way through a model, with the state after each. */
export type Walked<State> = readonly { readonly label: string; readonly write: unknown; readonly state: State }[];

/** What one way through a model does to the store, with each step chosen by `random` (at least 0, below 1). */
export async function walkRandomly<State>(
  model: Model<State> & Partial<PreparedModel<State>>,
  random: () => number,
): Promise<Walked<State>> {
  const walked: { label: string; write: unknown; state: State }[] = [];
  for (let state = model.start; ;) {
    await model.prepare?.(state);
    const steps: Parameters<Step<State>>[] = [];
    model.steps(state, (...step) => void steps.push(step));
    const chosen = steps[Math.floor(random() * steps.length)];
    if (chosen === undefined) return walked;
    const [label, change, write] = chosen;
    state = copyOf(state);
    change(state);
    if (label !== '') walked.push({ label, write, state });
  }
}

function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  const copy: Record<string, unknown> = {};
  for (const name in value) copy[name] = copyOf(value[name]);
  return copy as Value;
}

/**
 * Returns the JSON of a state with the members of each object in one order, so that the order in which they were set
 * makes no second state.
 */
export function keyOf(state: unknown): string {
  return JSON.stringify(inOrder(state));
}

/** Returns the value itself where it is in order already, as most of a successor is. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Set || value instanceof Map) return [...value].map(inOrder);
  if (Array.isArray(value)) {
    const parts = value.map(inOrder);
    return parts.some((part, place) => part !== value[place]) ? parts : value;
  }
  const members = value as Readonly<Record<string, unknown>>;
  let before = '';
  let isOrdered = true;
  for (const name in members) {
    if (name < before || inOrder(members[name]) !== members[name]) isOrdered = false;
    before = name;
  }
  if (isOrdered) return value;
  return Object.fromEntries(
    Object.keys(members)
      .sort()
      .map((name) => [name, inOrder(members[name])]),
  );
}
