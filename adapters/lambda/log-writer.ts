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
    const line: Record<string, unknown> = {
      level,
      message,
      timestamp: new Date().toISOString(),
      service: this.#service,
    };
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined && value !== null && value !== '') line[name] = value;
    return `${JSON.stringify(line, withErrors)}\n`;
  }
}

/** Writes an error with its own members: one of AWS has a status and a request id, which find the call in their logs. */
function withErrors(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { ...value, name, message, stack, cause };
}
