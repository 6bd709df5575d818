/**
 * Writes log lines as JSON to the standard streams, past the console: Lambda's puts a request id of its own before each line. A line has level,
 * message, time, the function's name, and fields; fields without a value are left out, and an error is written with its causes.
 */
type Fields = Readonly<Record<string, unknown>>;

export class LogWriter {
  readonly #service: string;

  constructor({ serviceName }: { readonly serviceName: string }) {
    this.#service = serviceName;
  }

  info(message: string, fields: Fields): void {
    process.stdout.write(this.#line('INFO', message, fields));
  }

  warn(message: string, fields: Fields = {}): void {
    process.stderr.write(this.#line('WARN', message, fields));
  }

  error(message: string, fields: Fields): void {
    process.stderr.write(this.#line('ERROR', message, fields));
  }

  #line(level: string, message: string, fields: Fields): string {
    const timestamp = new Date().toISOString();
    const line: Record<string, unknown> = { level, message, timestamp, service: this.#service };
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined && value !== null && value !== '') line[name] = value;
    return `${textOf(line) ?? JSON.stringify({ level, message, timestamp, service: this.#service })}\n`;
  }
}

/** A line that cannot be written must not fail the request that it is about. Returns undefined if one of its values throws. */
function textOf(line: object): string | undefined {
  try {
    return JSON.stringify(line, withErrors);
  } catch {
    try {
      return JSON.stringify(line, onceEach());
    } catch {
      return undefined;
    }
  }
}

/** For a line with a cycle or a BigInt: writes each object once. */
function onceEach(): typeof withErrors {
  const seen = new Set<unknown>();
  return (name, value) => {
    if (typeof value === 'bigint') return String(value);
    if (seen.has(value)) return '[again]';
    if (typeof value === 'object' && value !== null) seen.add(value);
    return withErrors(name, value);
  };
}

/** Writes an error with its own members: one of AWS has a status and a request id, which find the call in their logs. */
function withErrors(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { ...value, name, message, stack, cause };
}
