/** Defines an endpoint of the dashboard: who may call it, its input and its answer. endpoints.ts lists them all. */
import type * as z from 'zod/mini';
import type { SignedIn, SignedInPerson } from '../../../core/access/people/session.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import type { BrowserRequest } from '../../../core/http/http-message.ts';

export interface EndpointAnswer<Data = unknown> {
  readonly data: Data;
  readonly status?: number;
  /** The new session cookie; an empty text removes it. */
  readonly cookie?: string;
}

/**
 * Members read, upload and correct rows; owners manage keys, cap and members. `person` requires a sign-in but no
 * account, `anyone` requires neither.
 */
type Access = 'anyone' | 'person' | 'member' | 'owner';

interface EndpointCall<Input> {
  readonly dependencies: DashboardDependencies;
  readonly request: BrowserRequest;
  readonly input: Input;
  readonly nowMs: number;
}

interface PersonCall<Input> extends EndpointCall<Input> {
  readonly person: SignedInPerson;
}

export interface SignedInCall<Input> extends EndpointCall<Input> {
  readonly signedIn: SignedIn;
}

interface EndpointBase<Method extends 'GET' | 'POST' = 'GET' | 'POST', Path extends string = string> {
  /** GET reads and takes its input from the query. POST changes data and takes its input from the body. */
  readonly method: Method;
  /** The body of a POST, JSON by default. With octets, the input is in the query. */
  readonly body?: 'json' | 'octets';
  /** The path under /dashboard/api. */
  readonly path: Path;
  /** A call may read hundreds of rows, so it has a smaller rate limit. */
  readonly readsMuch?: true;
}

/** The caller, as far as the endpoint's access requires one. */
export interface EndpointCaller {
  readonly person: SignedInPerson | undefined;
  readonly signedIn: SignedIn | undefined;
}

/** An endpoint without the type of its input. */
export interface Endpoint<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Path extends string = string,
  Data = unknown,
> extends EndpointBase<Method, Path> {
  readonly access: Access;
  readonly input: z.ZodMiniType;
  readonly handle: (call: EndpointCall<never> & EndpointCaller) => Promise<EndpointAnswer<Data>>;
}

export function publicEndpoint<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Schema extends z.ZodMiniType,
  Data,
>(
  endpoint: EndpointBase<Method, Path> & {
    readonly input: Schema;
    readonly handle: (call: EndpointCall<z.output<Schema>>) => Promise<EndpointAnswer<Data>>;
  },
): Endpoint<Method, Path, Data> {
  return { ...endpoint, access: 'anyone', handle: (call) => endpoint.handle(call) };
}

export function personEndpoint<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Schema extends z.ZodMiniType,
  Data,
>(
  wanted: EndpointBase<Method, Path> & {
    readonly input: Schema;
    readonly handle: (call: PersonCall<z.output<Schema>>) => Promise<EndpointAnswer<Data>>;
  },
): Endpoint<Method, Path, Data> {
  return {
    ...wanted,
    access: 'person',
    handle: ({ person, ...call }) => {
      if (person === undefined) throw new Error('An endpoint of people was called without a session');
      return wanted.handle({ ...call, person });
    },
  };
}

export function endpoint<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Schema extends z.ZodMiniType,
  Data,
>(
  wanted: EndpointBase<Method, Path> & {
    readonly access: 'member' | 'owner';
    readonly input: Schema;
    readonly handle: (call: SignedInCall<z.output<Schema>>) => Promise<EndpointAnswer<Data>>;
  },
): Endpoint<Method, Path, Data> {
  return {
    ...wanted,
    handle: ({ signedIn, ...call }) => {
      if (signedIn === undefined) throw new Error('An endpoint of members was called without a session');
      return wanted.handle({ ...call, signedIn });
    },
  };
}
