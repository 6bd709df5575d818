/**
 * Groups calls that are alike: of one key and tool, with arguments of the same names and sizes, each at most two
 * minutes after the one before.
 */
import type { RequestLineData } from '../../../../core/dashboard/views/request-data.ts';

const APART_MS = 2 * 60_000;

/** @param requests newest first; each group keeps that order */
export function groupRequests(requests: readonly RequestLineData[]): readonly (readonly RequestLineData[])[] {
  const groups: RequestLineData[][] = [];
  for (const request of requests) {
    const group = groups.at(-1);
    const newer = group?.at(-1);
    if (group !== undefined && newer !== undefined && areAlike(newer, request)) group.push(request);
    else groups.push([request]);
  }
  return groups;
}

function areAlike(newer: RequestLineData, older: RequestLineData): boolean {
  const isSame = (['client_id', 'interface', 'tool', 'method', 'sizes'] as const).every(
    (field) => newer[field] === older[field],
  );
  return isSame && Date.parse(newer.at) - Date.parse(older.at) <= APART_MS;
}
