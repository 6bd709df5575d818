/** The filter of calls, as it is in the address. Invalid values in an address are ignored. */
import type { OverviewData } from '../../../api-data.ts';
import { addressOf, type Query } from '../../../parts/route.ts';

export const RESULTS = [
  { result: 'found', name: 'Found' },
  { result: 'not_found', name: 'Not found' },
  { result: 'refused', name: 'Refused' },
] as const;

const LAST = [
  { time: 'hour', name: 'Last hour' },
  { time: 'day', name: 'Last 24 hours' },
  { time: 'week', name: 'Last 7 days' },
] as const;
const FIRST_TIME = 'day';
const DAY_MS = 86_400_000;
const DAYS = 7;

export interface RequestFilter {
  readonly time: string;
  readonly key?: string | undefined;
  readonly tool?: string | undefined;
  readonly result?: string | undefined;
  readonly request?: string | undefined;
}

/** What of the found calls is shown. */
interface RequestPage {
  /** From 1. */
  readonly page: number;
  readonly isGrouped: boolean;
}

export function pageOf({ page = '', grouped }: Query): RequestPage {
  return { page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1, isGrouped: grouped !== 'no' };
}

export function filterOf(query: Query, nowMs: number): RequestFilter {
  const { time = '', key, tool, result, request } = query;
  return {
    time: timesAt(nowMs).some((one) => one.time === time) ? time : FIRST_TIME,
    key: ifLike(/^cli_[a-z]+_\w+$/, key),
    tool: ifLike(/^[a-z][a-z_]{0,39}$/, tool),
    result: RESULTS.find((one) => one.result === result)?.result,
    request: isRequestId(request ?? '') ? request : undefined,
  };
}

export function isRequestId(text: string): boolean {
  return /^req_[A-Za-z0-9]{20}$/.test(text);
}

export function addressOfFilter({ time, ...filter }: RequestFilter, shown?: RequestPage): string {
  return addressOf('requests', {
    time: time === FIRST_TIME ? undefined : time,
    ...filter,
    page: shown === undefined || shown.page === 1 ? undefined : String(shown.page),
    grouped: shown?.isGrouped === false ? 'no' : undefined,
  });
}

/** Whether the filter narrows by anything other than time. */
export function isNarrow({ key, tool, result, request }: RequestFilter): boolean {
  return [key, tool, result, request].some((one) => one !== undefined);
}

interface Time {
  readonly time: string;
  readonly name: string;
}

export function timesAt(nowMs: number): readonly (Time & { readonly isDay: boolean })[] {
  const days = Array.from({ length: DAYS }, (_, back) => new Date(nowMs - back * DAY_MS));
  return [
    ...LAST.map((one) => ({ ...one, isDay: false })),
    ...days.map((day) => ({
      time: day.toISOString().slice(0, 10),
      name: day.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
      isDay: true,
    })),
  ];
}

export interface Caller {
  readonly name: string;
  /** The assistant that a member signed in. */
  readonly of?: string | undefined;
}

/** Keys and assistant sign-ins, by the id with which a call is logged. */
export function callersOf({ keys, assistants }: OverviewData): ReadonlyMap<string, Caller> {
  const signedIn = assistants.flatMap(({ client_id: id, name, sign_in_of: person }) =>
    person === undefined ? [] : [[id, { name, of: person.email ?? 'a former member' }] as const],
  );
  return new Map<string, Caller>([...keys.map(({ client_id: id, name }) => [id, { name }] as const), ...signedIn]);
}

function ifLike(form: RegExp, text: string | undefined): string | undefined {
  return text !== undefined && form.test(text) ? text : undefined;
}
