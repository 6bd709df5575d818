/** One endpoint of the page's interface: who may call it, what it takes, what it answers. The list of all is endpoints.ts. */
import type * as z from 'zod';
import type { SignedIn } from '../../../core/people/session.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import type { PageRequest } from '../page-request.ts';

export interface EndpointAnswer {
  readonly data: unknown;
  readonly status?: number;
  /** The session's cookie as it shall be; empty text takes it away. */
  readonly cookie?: string;
}

/** Members read, upload and correct rows; owners hold keys, cap and members. Anyone is before signing in. */
export type Access = 'anyone' | 'member' | 'owner';

export interface EndpointCall<Input> {
  readonly dependencies: DashboardDependencies;
  readonly request: PageRequest;
  readonly input: Input;
  readonly nowMs: number;
}

export interface SignedInCall<Input> extends EndpointCall<Input> {
  readonly signedIn: SignedIn;
}

interface EndpointBase {
  /** GET reads, and takes its input from the query; POST changes, and takes it from the body. */
  readonly method: 'GET' | 'POST';
  /** Of a POST; JSON when not given. Beside octets the input stands in the query. */
  readonly body?: 'json' | 'octets';
  /** Under /dashboard/api. */
  readonly path: string;
}

/** As the list holds them, with the type of their input forgotten. */
export interface Endpoint extends EndpointBase {
  readonly access: Access;
  readonly input: z.ZodType;
  readonly handle: (call: EndpointCall<never> & { readonly signedIn: SignedIn | undefined }) => Promise<EndpointAnswer>;
}

export function publicEndpoint<Schema extends z.ZodType>(
  endpoint: EndpointBase & {
    readonly input: Schema;
    readonly handle: (call: EndpointCall<z.output<Schema>>) => Promise<EndpointAnswer>;
  },
): Endpoint {
  return { ...endpoint, access: 'anyone', handle: (call) => endpoint.handle(call) };
}

export function endpoint<Schema extends z.ZodType>(
  wanted: EndpointBase & {
    readonly access: Exclude<Access, 'anyone'>;
    readonly input: Schema;
    readonly handle: (call: SignedInCall<z.output<Schema>>) => Promise<EndpointAnswer>;
  },
): Endpoint {
  return {
    ...wanted,
    handle: ({ signedIn, ...call }) => {
      if (signedIn === undefined) throw new Error('An endpoint of members was called without a session');
      return wanted.handle({ ...call, signedIn });
    },
  };
}
