/**
 * Calls the dashboard's HTTP interface. The CSRF token for changes is part of the overview and is kept only in memory.
 */
import type { DashboardApi } from '../../functions/dashboard/endpoints/endpoints.ts';

type PathOf<Method extends 'GET' | 'POST', Route> = Route extends `${Method} ${infer Path}` ? Path : never;
export type GetPath = PathOf<'GET', keyof DashboardApi>;
export type PostPath = PathOf<'POST', keyof DashboardApi>;
export type ReadData<Path extends GetPath> = DashboardApi[`GET ${Path}`];
export type ChangedData<Path extends PostPath> = DashboardApi[`POST ${Path}`];

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | null;
  readonly requestId: string;
  /** The seconds to wait after a request that was sent too soon. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    error: { code: string; message: string; field: string | null },
    requestId: string,
    retryAfterSeconds?: number,
  ) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.field = error.field;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Envelope {
  readonly data: unknown;
  readonly errors: readonly { code: string; message: string; field: string | null }[];
  readonly meta: { readonly request_id: string };
}

let csrfToken = '';

export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** @throws {ApiError} */
export async function read<const Path extends GetPath>(
  path: Path,
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<ReadData<Path>> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
  return send<ReadData<Path>>(`${path}${search}`, { method: 'GET' });
}

/**
 * Like `read`, for one of many reads: waits if the rate limit is reached.
 * @throws {ApiError}
 */
export async function readInTurn<const Path extends GetPath>(
  path: Path,
  query: Readonly<Record<string, string | undefined>>,
): Promise<ReadData<Path>> {
  return inTurn(() => read(path, query));
}

/**
 * Like `change`, for one of many changes: waits if the rate limit is reached, which is judged before anything is
 * changed.
 * @throws {ApiError}
 */
export async function changeInTurn<const Path extends PostPath>(path: Path, input: object): Promise<ChangedData<Path>> {
  return inTurn(() => change(path, input));
}

async function inTurn<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfterSeconds === undefined) throw error;
      const milliseconds = error.retryAfterSeconds * 1_000;
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    }
  }
}

/** @throws {ApiError} */
export async function change<const Path extends PostPath>(path: Path, input: object): Promise<ChangedData<Path>> {
  return send<ChangedData<Path>>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
    body: JSON.stringify(input),
  });
}

/** @throws {ApiError} */
export async function sendOctets<const Path extends PostPath>(
  path: Path,
  query: Readonly<Record<string, string>>,
  body: Blob,
): Promise<ChangedData<Path>> {
  return send<ChangedData<Path>>(`${path}?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-csrf-token': csrfToken },
    body,
  });
}

async function send<Data>(path: string, init: RequestInit): Promise<Data> {
  const answer = await fetch(`/dashboard/api${path}`, { ...init, credentials: 'same-origin', cache: 'no-store' }).catch(
    () => {
      throw new ApiError(0, { code: 'offline', message: 'The service cannot be reached.', field: null }, '');
    },
  );
  const envelope = (await answer.json().catch(() => undefined)) as Envelope | undefined;
  const error = envelope?.errors?.[0];
  if (answer.ok && envelope !== undefined && error === undefined) return envelope.data as Data;
  const told = error ?? { code: 'internal_error', message: 'The service did not answer. Try again.', field: null };
  const retryAfter = answer.headers.get('retry-after');
  const seconds = retryAfter === null ? undefined : Number(retryAfter);
  throw new ApiError(answer.status, told, envelope?.meta?.request_id ?? '', seconds);
}
