/**
 * Runs one function in one process, one event at a time: an execution environment in Lambda's terms. It has only the
 * variables of the template and the runtime, none of this machine. function-pool.ts assigns the events.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FunctionLog } from './function-log.ts';
import type { FunctionResult, FunctionReply, Invocation } from './function-messages.ts';

export interface FunctionProgram {
  readonly name: string;
  readonly bundleFolder: string;
  /** As in the template, for example `handler.handler`. */
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The compiled function-bootstrap.ts. */
  readonly bootstrapFile: string;
  readonly workingFolder: string;
}

export class FunctionInstance {
  /** Resolves when the bundle is loaded; rejects when the process exits first. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private readonly program: FunctionProgram;
  private readonly log: FunctionLog;
  private settle: ((result: FunctionResult) => void) | undefined;

  constructor(program: FunctionProgram, log: FunctionLog) {
    this.program = program;
    this.log = log;
    const [file = '', handlerName = ''] = program.handler.split('.');
    this.child = fork(program.bootstrapFile, [path.join(program.bundleFolder, `${file}.mjs`), handlerName], {
      cwd: program.workingFolder,
      env: program.environment,
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    if (this.child.stdout) log.follow(this.child.stdout);
    if (this.child.stderr) log.follow(this.child.stderr);
    this.ended = new Promise((resolve) => this.child.once('exit', () => resolve()));
    this.ready = new Promise((resolve, reject) => {
      this.child.once('message', () => resolve());
      this.child.once('error', reject);
      void this.ended.then(() => reject(new Error(`${program.name} ended before it was ready`)));
    });
    this.child.on('message', (reply: FunctionReply) => this.hear(reply));
    void this.ended.then(() => this.finish({ ok: false, reason: 'crashed' }));
  }

  /** Passes one event. The caller waits for the outcome before it passes the next. */
  async invoke(event: string): Promise<FunctionResult> {
    const { timeoutMs } = this.program;
    const invocation: Invocation = { requestId: randomUUID(), event, deadlineMs: Date.now() + timeoutMs };
    const timer = setTimeout(() => this.timeOut(invocation), timeoutMs);
    try {
      return await new Promise((resolve) => {
        this.settle = resolve;
        this.child.send(invocation, (error) => {
          if (error !== null) this.finish({ ok: false, reason: 'crashed' });
        });
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  private hear(reply: FunctionReply): void {
    if (reply.kind === 'result') this.finish({ ok: true, payload: reply.payload });
    if (reply.kind === 'failure') this.finish({ ok: false, reason: reply.reason });
  }

  private timeOut({ requestId }: Invocation): void {
    this.log.error(`${requestId} Task timed out after ${(this.program.timeoutMs / 1000).toFixed(2)} seconds`);
    this.finish({ ok: false, reason: 'timed_out' });
    void this.kill();
  }

  private finish(result: FunctionResult): void {
    this.settle?.(result);
    this.settle = undefined;
  }
}
