/** Calls that are alike, as one line with their number, span, outcomes and tokens; it opens in place. */
import { useState } from 'preact/hooks';
import type { RequestLineData } from '../../../../core/dashboard/views/request-data.ts';
import { count } from '../../../design/amounts.ts';
import { Badge } from '../../../design/badge.tsx';
import { Button } from '../../../design/button.tsx';
import { Cell, RowHead } from '../../../design/table.tsx';
import { When } from '../../../design/when.tsx';
import { whenWords } from '../../../design/dates.ts';
import type { Caller } from './request-filter.ts';
import { outcomeLabels } from './request-labels.ts';
import { Refused, RequestRow, requestName, requestSub } from './request-row.tsx';

interface RequestGroupProps {
  /** Newest first, at least two. */
  readonly requests: readonly RequestLineData[];
  readonly callers: ReadonlyMap<string, Caller>;
  readonly docs: string;
}

export function RequestGroup({ requests, callers, docs }: RequestGroupProps) {
  const [isOpen, setOpen] = useState(false);
  const [newest] = requests;
  const oldest = requests.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const { refusal } = newest;
  const caller = callers.get(newest.client_id ?? '');
  const outcomes = new Map<string, { look: ReturnType<typeof outcomeLabels>['look']; calls: number }>();
  for (const request of requests) {
    const { look, word, many = word } = outcomeLabels(request);
    outcomes.set(many, { look, calls: (outcomes.get(many)?.calls ?? 0) + 1 });
  }
  const tokens = requests.reduce((sum, request) => sum + request.tokens, 0);
  return (
    <>
      <tr role="row">
        <Cell name="Time">
          <When at={oldest.at} />
          <span class="sub">to {untilWords(oldest.at, newest.at)}</span>
        </Cell>
        <RowHead
          sub={
            <>
              {requestSub(newest)}
              {refusal !== null && requests.every((one) => one.refusal?.fix === refusal.fix) && (
                <Refused request={newest} refusal={refusal} caller={caller} docs={docs} />
              )}
            </>
          }
        >
          {requestName(newest)}
        </RowHead>
        <Cell name="Key" sub={caller?.of}>
          {caller?.name ?? (newest.client_id === null ? 'unknown' : <code>{newest.client_id}</code>)}
        </Cell>
        <Cell name="Outcome" full>
          <span class="stack-s">
            {[...outcomes].map(([word, { look, calls }]) => (
              <Badge key={word} look={look}>
                {count(calls)} × {word}
              </Badge>
            ))}
          </span>
        </Cell>
        <Cell name="Tokens" right>
          {count(tokens)}
        </Cell>
        <Cell name="Request id" full>
          <Button
            small
            expanded={isOpen}
            label={`${isOpen ? 'Hide' : 'Show'} ${count(requests.length)} calls`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'} {count(requests.length)} calls
          </Button>
        </Cell>
      </tr>
      {isOpen &&
        requests.map((request) => (
          <RequestRow key={request.request_id} request={request} callers={callers} docs={docs} isInner />
        ))}
    </>
  );
}

/** When the calls ended: `02:03` on the day on which they began, else with its day. */
function untilWords(from: string, to: string): string {
  const nowMs = Date.now();
  const [day = '', clock] = whenWords(from, nowMs).split(/(?<=, )/);
  const until = whenWords(to, nowMs);
  return clock !== undefined && until.startsWith(day) ? until.slice(day.length) : until;
}
