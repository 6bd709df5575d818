/**
 * Writes log lines as JSON to the standard streams, past the console: Lambda's puts a request id of its own before each
 * line. A line has level, message, time, the function's name, and fields; fields without a value are left out, and an
 * error is written with its causes.
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
    const head = { level, message, timestamp: new Date().toISOString(), service: this.#service };
    const line: Record<string, unknown> = { ...head };
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined && value !== null && value !== '') line[name] = value;
    try {
      return `${JSON.stringify(line, loggable())}\n`;
    } catch {
      // A value that cannot be written must not fail the request that it is about.
      return `${JSON.stringify(head)}\n`;
    }
  }
}

/**
 * Writes an error with its own members: one of AWS has a status and a request id, which find the call in their logs.
 * Writes each object once, because an error may be among its causes.
 */
function loggable(): (name: string, value: unknown) => unknown {
  const written = new Set<unknown>();
  return (_name, value) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (written.has(value)) return '[again]';
    written.add(value);
    if (!(value instanceof Error)) return value;
    const { name, message, stack, cause } = value;
    return { ...value, name, message, stack, cause };
  };
}
