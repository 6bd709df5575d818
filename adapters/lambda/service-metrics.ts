/**
 * Writes the service's numbers in CloudWatch's embedded format. All stacks of an account and region share a namespace:
 * without the stage as a dimension, two stages would be counted together, and the calls to one would hide a failure of
 * the other.
 */
const NAMESPACE = 'ProductData';

type Unit = 'Count' | 'Milliseconds';

export class ServiceMetrics {
  readonly #dimensions: Readonly<Record<string, string>>;
  #noted = new Map<string, { readonly unit: Unit; readonly value: number }>();

  constructor(serviceName: string, stage: string) {
    this.#dimensions = { service: serviceName, stage };
  }

  /** Adds to the numbers of the next line; a number that is counted twice is their sum. */
  add(name: string, value: number, unit: Unit = 'Count'): void {
    const noted = this.#noted.get(name);
    this.#noted.set(name, { unit, value: value + (noted?.value ?? 0) });
  }

  /** Writes one line with what was added since the last. */
  publish(): void {
    if (this.#noted.size > 0) write(this.#dimensions, this.#noted);
    this.#noted = new Map();
  }

  /** Writes a count at once, by one dimension more. */
  countBy(dimension: string, of: string, name: string): void {
    write({ ...this.#dimensions, [dimension]: of }, new Map([[name, { unit: 'Count', value: 1 }]]));
  }
}

function write(
  dimensions: Readonly<Record<string, string>>,
  noted: ReadonlyMap<string, { readonly unit: Unit; readonly value: number }>,
): void {
  const Metrics: object[] = [];
  const values: Record<string, number> = {};
  for (const [name, { unit, value }] of noted) {
    Metrics.push({ Name: name, Unit: unit });
    values[name] = value;
  }
  const kinds = [{ Namespace: NAMESPACE, Dimensions: [Object.keys(dimensions)], Metrics }];
  const line = { _aws: { Timestamp: Date.now(), CloudWatchMetrics: kinds }, ...dimensions, ...values };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
