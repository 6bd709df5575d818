/**
 * Puts an address in front of the tables that stops answering at a chosen write, so that a test can kill or interrupt a
 * process there. The moment is then a decision: on a machine of any speed the process is alive, and in the middle.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Moment {
  /** For example `TransactWriteItems`. */
  readonly operation: string;
  /** Which call of this operation, from 1, counted from `pauseAt`; retries count. */
  readonly occurrence: number;
  /** Whether this call has been executed when everything stops. Its answer is still missing in both cases. */
  readonly isApplied: boolean;
}

/** What the SDK sends and the local engines need. */
const PASSED_HEADERS = ['authorization', 'content-type', 'x-amz-date', 'x-amz-target'];

export class PausedStore {
  readonly url: string;
  readonly #server: Server;
  readonly #behind: string;
  readonly #underWay = new Set<Promise<unknown>>();
  #awaited: { moment: Moment; count: number; come: () => void } | undefined;
  #pause: { readonly ended: Promise<boolean>; readonly end: (goesOn: boolean) => void } | undefined;

  /** @param behind the address of the tables */
  static async open(behind: string): Promise<PausedStore> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PausedStore(server, behind);
  }

  private constructor(server: Server, behind: string) {
    this.#server = server;
    this.#behind = behind;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      this.#pass(request, response).catch(() => response.destroy());
    });
  }

  /**
   * Ends a pause, and resolves when the moment has come. From then on no call is executed or answered, and the calls
   * that were under way have been executed, so the tables no longer change.
   */
  pauseAt(moment: Moment): Promise<void> {
    return new Promise((come) => {
      this.#awaited = { moment, count: 0, come };
      this.#endPause(true);
    });
  }

  /** Executes and answers the calls that wait. */
  goOn(): void {
    this.#endPause(true);
  }

  /** Forgets the calls that wait, because their process is dead; later calls pass. */
  drop(): void {
    this.#endPause(false);
  }

  async stop(): Promise<void> {
    this.drop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const come = this.#count(request);
    if (come?.isApplied === false) this.#begin(come.come);
    if (!(await this.#goesOn())) return void response.destroy();
    const answer = await this.#send(request, body);
    if (come?.isApplied === true) this.#begin(come.come);
    if (!(await this.#goesOn())) return void response.destroy();
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  }

  /** Returns the awaited moment if it is this call. */
  #count({ headers }: IncomingMessage): { readonly isApplied: boolean; readonly come: () => void } | undefined {
    const awaited = this.#awaited;
    if (awaited === undefined || !String(headers['x-amz-target']).endsWith(`.${awaited.moment.operation}`)) return;
    awaited.count += 1;
    if (awaited.count < awaited.moment.occurrence) return;
    this.#awaited = undefined;
    return { isApplied: awaited.moment.isApplied, come: awaited.come };
  }

  #begin(come: () => void): void {
    let end: (goesOn: boolean) => void = () => undefined;
    const ended = new Promise<boolean>((resolve) => (end = resolve));
    this.#pause = { ended, end };
    void Promise.allSettled(this.#underWay).then(come);
  }

  #endPause(goesOn: boolean): void {
    this.#pause?.end(goesOn);
    this.#pause = undefined;
  }

  async #goesOn(): Promise<boolean> {
    return this.#pause === undefined || this.#pause.ended;
  }

  async #send({ headers }: IncomingMessage, body: string) {
    const passed = PASSED_HEADERS.map((name) => [name, String(headers[name])] as [string, string]);
    const sending = fetch(this.#behind, { method: 'POST', headers: passed, body }).then(async (answer) => ({
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      body: await answer.text(),
    }));
    this.#underWay.add(sending);
    return sending.finally(() => this.#underWay.delete(sending));
  }
}
