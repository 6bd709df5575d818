/**
 * Checks whether docs/openapi.json describes a response of the HTTP API: its status, its headers and its body, with
 * ajv.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { findApiPath } from '../../../core/api/http-api/api-routes.ts';
import type { ApiService } from './api-service.ts';
import type { HandlerAnswer, SentRequest } from './gateway.ts';

export const OPENAPI_FILE = path.resolve(import.meta.dirname, '../../../docs/openapi.json');
const NAME = 'openapi.json';

export interface SeenAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined if there is none. */
  readonly body: unknown;
}

/** The document is passed in, so that a test can change it. */
export class DocumentedAnswers {
  readonly #document: any;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(document: unknown = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'))) {
    this.#document = document;
    this.#ajv.addSchema(document as object, NAME);
  }

  /** Returns the differences between the response and its documentation; empty if there are none. */
  faultsOf({ method, path: asked, status, headers, body }: SeenAnswer): readonly string[] {
    const pointer = this.#pointerOf(method, asked, status);
    if (pointer === undefined) return [`${method} ${asked}: ${status} is not documented`];
    const response = this.#at(pointer);
    const faults = Object.entries<any>(response.headers ?? {}).flatMap(([name, header]) => {
      const { required, schema } = this.#resolve(header);
      const value = headers[name.toLowerCase()];
      if (value === undefined) return required === true ? [`${name} is missing`] : [];
      return this.#ajv.validate(schema, value) ? [] : [`${name}: ${String(value)}`];
    });
    if (method === 'HEAD') return faults;
    const isValid = this.#ajv.validate({ $ref: `${NAME}#${pointer}/content/application~1json/schema` }, body);
    const wrong = isValid ? [] : (this.#ajv.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
    return [...faults, ...wrong].map((fault) => `${method} ${asked} ${status}: ${fault}`);
  }

  /** An unknown path or method has no operation; one shared description covers all such responses. */
  #pointerOf(method: string, asked: string, status: number): string | undefined {
    const found = findApiPath(asked);
    const route = found?.byMethod.get(method);
    if (found === undefined && status === 404) return '/components/responses/NotFound';
    if (route === undefined) return this.#ofOthers(status);
    const [, documented = ''] = route.split(' ');
    const place = `/paths/${documented.replaceAll('/', '~1')}/${method.toLowerCase()}/responses`;
    const responses = this.#at(place);
    const key = String(status) in responses ? String(status) : 'default';
    const { $ref } = responses[key];
    if (key === 'default' && status < 400) return undefined;
    return $ref === undefined ? `${place}/${key}` : $ref.slice(1);
  }

  #ofOthers(status: number): string | undefined {
    if (status === 405) return '/components/responses/OtherError';
    return status === 403 ? '/components/responses/Forbidden' : undefined;
  }

  #resolve(value: any): any {
    return value.$ref === undefined ? value : this.#at(value.$ref.slice(1));
  }

  #at(pointer: string): any {
    return pointer
      .slice(1)
      .split('/')
      .reduce((value, part) => value[part.replaceAll('~1', '/')], this.#document);
  }
}

export interface JudgedService extends ApiService {
  /** The differences from the documentation, over all responses so far. */
  readonly faults: readonly string[];
  /** The documented responses that were seen, as `METHOD /path status`. */
  readonly seen: ReadonlySet<string>;
}

/** Returns the service with every response checked against the document. */
export function judged(service: ApiService): JudgedService {
  const documented = new DocumentedAnswers();
  const faults: string[] = [];
  const seen = new Set<string>();
  const note = (method: string, asked: string, { statusCode: status, headers, json }: HandlerAnswer) => {
    const [path = ''] = asked.split('?');
    faults.push(...documented.faultsOf({ method, path, status, headers, body: json }));
    seen.add(`${findApiPath(path)?.byMethod.get(method) ?? method} ${status}`);
  };
  const noting = async (method: string, asked: string, answering: Promise<HandlerAnswer>) => {
    const answer = await answering;
    note(method, asked, answer);
    return answer;
  };
  return {
    ...service,
    faults,
    seen,
    api: (request: SentRequest) => noting(request.method ?? 'GET', request.path, service.api(request)),
    get: (asked, ...rest) => noting('GET', asked, service.get(asked, ...rest)),
    post: (asked, ...rest) => noting('POST', asked, service.post(asked, ...rest)),
  };
}
