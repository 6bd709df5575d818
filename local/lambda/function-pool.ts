/**
 * Manages the instances of one function. As on Lambda, each handles one event at a time, and another one is started
 * when all are busy. Unlike on Lambda, there are only a few instances, and events wait for a free one. An instance that
 * ended is replaced.
 */
import { FunctionInstance } from './function-instance.ts';
import type { FunctionProgram } from './function-instance.ts';
import type { FunctionLog } from './function-log.ts';
import { PAYLOAD_LIMIT_BYTES } from './function-messages.ts';
import type { FunctionFailure, FunctionResult } from './function-messages.ts';

interface Waiting {
  readonly event: string;
  readonly settle: (result: FunctionResult) => void;
}

export class FunctionPool {
  private readonly program: FunctionProgram;
  private readonly log: FunctionLog;
  private readonly maxInstances: number;
  private readonly instances = new Set<FunctionInstance>();
  private readonly idle: FunctionInstance[] = [];
  private readonly waiting: Waiting[] = [];
  private starting = false;
  private stopped = false;

  constructor(program: FunctionProgram, log: FunctionLog, maxInstances: number) {
    this.program = program;
    this.log = log;
    this.maxInstances = maxInstances;
  }

  /** Starts the first instance. @throws {Error} when the bundle cannot be loaded; the log says why */
  async warmUp(): Promise<void> {
    await this.startInstance();
  }

  async invoke(event: unknown): Promise<FunctionResult> {
    if (this.stopped) return { ok: false, reason: 'stopped' };
    const text = JSON.stringify(event);
    if (Buffer.byteLength(text) > PAYLOAD_LIMIT_BYTES) return { ok: false, reason: 'event_too_large' };
    return new Promise((settle) => {
      this.waiting.push({ event: text, settle });
      this.dispatch();
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.refuseWaiting('stopped');
    await Promise.all([...this.instances].map((instance) => instance.kill()));
    await this.log.close();
  }

  private dispatch(): void {
    while (this.waiting.length > 0) {
      const instance = this.idle.pop();
      if (instance === undefined) break;
      const next = this.waiting.shift();
      if (next !== undefined) void this.run(instance, next);
    }
    if (this.waiting.length > 0) this.startAnother();
  }

  private async run(instance: FunctionInstance, { event, settle }: Waiting): Promise<void> {
    const result = await instance.invoke(event);
    settle(result);
    if (result.ok || result.reason === 'threw' || result.reason === 'response_too_large') this.idle.push(instance);
    this.dispatch();
  }

  private startAnother(): void {
    if (this.starting || this.stopped || this.instances.size >= this.maxInstances) return;
    // The log already has the reason; waiting requests are refused below if no process is left to serve them.
    this.startInstance().catch(() => {
      if (this.instances.size === 0) this.refuseWaiting('not_started');
    });
  }

  private async startInstance(): Promise<void> {
    const instance = new FunctionInstance(this.program, this.log);
    this.instances.add(instance);
    void instance.ended.then(() => this.forget(instance));
    this.starting = true;
    try {
      await instance.ready;
      this.idle.push(instance);
    } finally {
      this.starting = false;
    }
    this.dispatch();
  }

  private forget(instance: FunctionInstance): void {
    this.instances.delete(instance);
    const place = this.idle.indexOf(instance);
    if (place >= 0) this.idle.splice(place, 1);
    if (this.stopped) return;
    if (place >= 0) this.log.error('The process ended by itself; another one takes its place.');
    if (place >= 0 || this.waiting.length > 0) this.startAnother();
  }

  private refuseWaiting(reason: FunctionFailure): void {
    for (const { settle } of this.waiting.splice(0)) settle({ ok: false, reason });
  }
}
