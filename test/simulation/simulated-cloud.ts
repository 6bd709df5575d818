/**
 * The cloud of a simulated world: what the SDK's clients reach. One seam for all of them is the SDK's own HTTP handler,
 * so that the real clients marshal, repeat and give up as they do in production; there is no socket. DynamoDB is the
 * embedded engine, one request at a time; queues have a file of their own.
 */
import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { EngineAnswer } from '../../local/dynamodb/embedded-dynamodb.ts';
import { Faults, type Fault } from './faults.ts';
import type { SimulatedProcess, SimulatedWorld } from './simulated-world.ts';

/** A request as the SDK sends it. */
export interface CloudRequest {
  readonly service: string;
  readonly operation: string;
  readonly body: string;
  readonly process: SimulatedProcess;
  /** The number of the invocation that sent it; 0 outside functions. */
  readonly invocation: number;
}

export type CloudAnswer = EngineAnswer;

/** Carries out one request; it never throws. */
export type CloudService = (request: CloudRequest) => Promise<CloudAnswer>;

interface SdkRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface SdkResponse {
  readonly response: { readonly statusCode: number; readonly headers: object; readonly body: Uint8Array };
}

interface SdkHandler {
  config?: { readonly requestTimeout?: number };
  readonly configProvider: Promise<{ readonly requestTimeout?: number }>;
  handle(request: SdkRequest): Promise<SdkResponse>;
}

/** Longer than any request takes that arrives. */
const DEFAULT_TIMEOUT_MS = 30_000;
/** How late a request may be carried out after its client gave up. */
const LATEST_MS = 20_000;

/** A read meets no conflict of writes. */
const READS = /^(Get|BatchGet|Query|Scan|TransactGet)/;

export class SimulatedCloud {
  readonly faults: Faults;
  requests = 0;
  /**
   * Requests of function instances whose answer is on its way, by instance, and the most instances that ever waited
   * together.
   */
  readonly #waiting = new Map<SimulatedProcess, number>();
  mostTogether = 0;
  /** Called when a fault kills a process. */
  kill: (process: SimulatedProcess) => void = () => undefined;
  /** Returns the invocation that a process serves. */
  invocationOf: (process: SimulatedProcess) => number = () => 0;
  /** Called when an invocation's request was sent (1), and when it can no longer be carried out (-1). */
  onWay: (invocation: number, change: 1 | -1) => void = () => undefined;
  /** Whether the faults reach a process's requests. */
  isFaulty: (process: SimulatedProcess) => boolean = () => false;
  readonly #world: SimulatedWorld;
  readonly #services: ReadonlyMap<string, CloudService>;

  constructor(world: SimulatedWorld, ports: ReadonlyMap<string, CloudService>) {
    this.#world = world;
    this.#services = ports;
    this.faults = new Faults(world);
  }

  /** Makes every SDK client of this program reach this cloud. */
  connect(): void {
    const client = new DynamoDBClient({ region: 'us-east-1' });
    const handlers = Object.getPrototypeOf(client.config.requestHandler) as SdkHandler;
    const answer = (handler: SdkHandler, request: SdkRequest) => this.#answer(handler, request);
    handlers.handle = function (request) {
      return answer(this, request);
    };
  }

  async #answer(handler: SdkHandler, { headers, body = '' }: SdkRequest): Promise<SdkResponse> {
    const { requestTimeout } = (handler.config ??= await handler.configProvider);
    const [service = '', operation = ''] = (headers['x-amz-target'] ?? '').split('.');
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const process = this.#world.current;
    const request = { service, operation, body: text, process, invocation: this.invocationOf(process) };
    return new Promise((resolve, reject) => this.#send(request, requestTimeout || DEFAULT_TIMEOUT_MS, resolve, reject));
  }

  #send(
    request: CloudRequest,
    timeoutMs: number,
    resolve: (response: SdkResponse) => void,
    reject: (error: Error) => void,
  ): void {
    const world = this.#world;
    const { faults } = this;
    const { process } = request;
    const fault = this.isFaulty(process) ? faults.draw() : undefined;
    const sentMs = world.nowMs();
    this.requests += 1;
    const name = `#${this.requests} ${request.service} ${request.operation}`;
    world.note(`sends ${name} ${hashOf(request.body)}${fault === undefined ? '' : ` FAULT ${fault}`}`);
    this.onWay(request.invocation, 1);
    this.#waits(process, 1);
    let isAnswered = false;
    const end = (finish: () => void) => {
      if (isAnswered) return;
      isAnswered = true;
      timeout.isCancelled = true;
      this.#waits(process, -1);
      finish();
    };
    const giveUp = () =>
      end(() => {
        world.note(`gives up ${name}`);
        reject(Object.assign(new Error('The simulated request timed out'), { name: 'TimeoutError' }));
      });
    const backMs = faults.latencyMs();
    const deliver = (answer: CloudAnswer) => {
      const receive = () =>
        end(() => {
          world.note(`receives ${name} ${answer.statusCode}`);
          const bytes = new TextEncoder().encode(JSON.stringify(answer.body));
          resolve({ response: { statusCode: answer.statusCode, headers: {}, body: bytes } });
        });
      world.at(world.nowMs() + backMs, receive, process);
    };
    const carryOut = async () => {
      const answer = await (this.#services.get(request.service) ?? unknownService)(request);
      const { statusCode } = answer;
      world.note(`carried out ${name} ${statusCode} ${hashOf(JSON.stringify(answer.body))}`);
      return answer;
    };
    const arrivesMs = sentMs + (fault === 'late' ? timeoutMs + world.chance.integer(1, LATEST_MS) : faults.latencyMs());
    const arrive = async () => {
      await this.#arrive(request, fault, { carryOut, deliver });
      this.onWay(request.invocation, -1);
    };
    world.at(arrivesMs, arrive, KERNEL);
    const timeout = world.at(sentMs + timeoutMs, giveUp, process);
  }

  async #arrive(
    request: CloudRequest,
    fault: Fault | undefined,
    { carryOut, deliver }: { carryOut: () => Promise<CloudAnswer>; deliver: (answer: CloudAnswer) => void },
  ): Promise<void> {
    switch (fault) {
      case undefined:
        return deliver(await carryOut());
      case 'throttled':
        return deliver(refusal('ThrottlingException'));
      case 'conflict':
        return deliver(READS.test(request.operation) ? await carryOut() : conflict(request));
      case 'failed':
        return deliver({ ...refusal('InternalServerError'), statusCode: 500 });
      case 'failed after':
        await carryOut();
        return deliver({ ...refusal('InternalServerError'), statusCode: 500 });
      case 'request lost':
        return undefined;
      case 'answer lost':
      case 'late':
        await carryOut();
        return undefined;
      case 'killed':
        return this.kill(request.process);
      case 'killed after':
        await carryOut();
        return this.kill(request.process);
    }
  }

  #waits(process: SimulatedProcess, change: 1 | -1): void {
    const waiting = (this.#waiting.get(process) ?? 0) + change;
    if (waiting > 0) this.#waiting.set(process, waiting);
    else this.#waiting.delete(process);
    this.mostTogether = Math.max(this.mostTogether, this.#waiting.size);
  }

  /** A dead process waits for nothing. */
  forget(process: SimulatedProcess): void {
    this.#waiting.delete(process);
  }
}

/** What is on its way arrives, even if its sender is dead. */
const KERNEL = { name: 'network', isAlive: true };

async function unknownService({ service, operation }: CloudRequest): Promise<CloudAnswer> {
  throw new Error(`The simulation has no ${service}.${operation}`);
}

function refusal(name: string, more: object = {}): CloudAnswer {
  return { statusCode: 400, body: { __type: `com.amazonaws.simulated#${name}`, message: 'Injected', ...more } };
}

function conflict({ operation, body }: CloudRequest): CloudAnswer {
  if (operation !== 'TransactWriteItems') return refusal('TransactionConflictException');
  const { TransactItems } = JSON.parse(body) as { TransactItems: unknown[] };
  const reasons = TransactItems.map(() => ({ Code: 'TransactionConflict', Message: 'Injected' }));
  return refusal('TransactionCanceledException', { CancellationReasons: reasons });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
