/**
 * Requests: the account's recent calls from the log, with the cost of each and how to fix a refused one. The arguments
 * are not logged.
 */
import { useState } from 'preact/hooks';
import { billedCalls, count, countOf } from '../../../design/amounts.ts';
import { Button, LinkButton } from '../../../design/button.tsx';
import { Card } from '../../../design/card.tsx';
import { clockWords } from '../../../design/dates.ts';
import { Empty } from '../../../design/empty.tsx';
import { Head } from '../../../design/head.tsx';
import { Table } from '../../../design/table.tsx';
import { downloadText } from '../../../parts/download.ts';
import { usePage } from '../../../parts/page-context.ts';
import { go, useRoute } from '../../../parts/route.ts';
import { groupRequests } from './group-requests.ts';
import { addressOfFilter, callersOf, filterOf, isNarrow, pageOf, type RequestFilter } from './request-filter.ts';
import { RequestFilters } from './request-filters.tsx';
import { RequestGroup } from './request-group.tsx';
import { RequestRow } from './request-row.tsx';
import { requestsAsCsv, useRequestSearch, type FoundRequests, type Search } from './use-request-search.ts';

const SHOWN_AT_ONCE = 50;

export function RequestsView() {
  const { overview } = usePage();
  const nowMs = Date.now();
  const filter = filterOf(useRoute().query, nowMs);
  const { search, again } = useRequestSearch(filter);
  return (
    <>
      <Head
        title="Requests"
        note="What each call found, what it cost, and how to fix what was refused; calls are kept for 7 days. Refused calls and misses are free. What was asked is not kept, only the names and sizes of its arguments."
        actions={<Actions found={search.kind === 'found' ? search.found : undefined} filter={filter} again={again} />}
      />
      <RequestFilters filter={filter} callers={callersOf(overview)} nowMs={nowMs} />
      <span class="unseen" role="status">
        {statusWords(search)}
      </span>
      <Card bare label="Requests">
        {search.kind === 'found' ? (
          <Found key={JSON.stringify(filter)} found={search.found} filter={filter} />
        ) : (
          <Unfinished search={search} again={again} />
        )}
      </Card>
    </>
  );
}

interface ActionsProps {
  /** Undefined during a search, so that the buttons keep their positions. */
  readonly found: FoundRequests | undefined;
  readonly filter: RequestFilter;
  readonly again: () => void;
}

function Actions({ found, filter, again }: ActionsProps) {
  const { tell } = usePage();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const download = async (): Promise<void> => {
    if (busy || found === undefined) return;
    setBusy(true);
    setFault('');
    try {
      downloadText(`requests-${found.as_of.slice(0, 10)}.csv`, [await requestsAsCsv(filter)]);
    } catch (error) {
      setFault(tell(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {fault !== '' && (
        <span role="alert" class="wrong-text">
          {fault}
        </span>
      )}
      <Button onClick={again} disabled={found === undefined}>
        Refresh
      </Button>
      <Button
        icon="download"
        busy={busy}
        disabled={found === undefined || found.requests.length === 0}
        onClick={() => void download()}
      >
        Export
      </Button>
    </>
  );
}

function Unfinished({
  search,
  again,
}: {
  readonly search: Exclude<Search, { kind: 'found' }>;
  readonly again: () => void;
}) {
  if (search.kind === 'failed')
    return (
      <Empty icon="warning" title="The search failed" actions={<Button onClick={again}>Try again</Button>}>
        <span role="alert">{search.words}</span>
      </Empty>
    );
  return (
    <div class="body stack-s">
      <p aria-hidden="true">{statusWords(search)}</p>
    </div>
  );
}

/** Returns the state of the search, which screen readers announce when it changes. */
function statusWords(search: Search): string {
  switch (search.kind) {
    case 'found':
      return howMany(search.found);
    case 'failed':
      return '';
    case 'waiting':
      return 'Another search is running. Yours begins when it has ended…';
    case 'searching':
      return search.isLong ? 'Still searching. A busy week can take a minute…' : 'Searching the log…';
  }
}

function Found({ found, filter }: { readonly found: FoundRequests; readonly filter: RequestFilter }) {
  const { overview } = usePage();
  const shown = pageOf(useRoute().query);
  const { requests } = found;
  if (requests.length === 0) return <NothingFound filter={filter} />;
  const callers = callersOf(overview);
  const groups = shown.isGrouped ? groupRequests(requests) : requests.map((request) => [request]);
  const pages = Math.ceil(groups.length / SHOWN_AT_ONCE);
  const page = Math.min(shown.page, pages);
  const addressOfPage = (to: number) => addressOfFilter(filter, { ...shown, page: to });
  return (
    <>
      <div class="body row">
        <label class="check">
          <input
            type="checkbox"
            checked={shown.isGrouped}
            onChange={(event) =>
              go(addressOfFilter(filter, { page: 1, isGrouped: event.currentTarget.checked }), 'replace')
            }
          />
          <span>Calls that are alike on one line</span>
        </label>
        <span class="grow" />
        <span class="small muted">
          {howMany(found)}. Billed calls{' '}
          {billedCalls(requests.filter(({ result }) => result === 'billed').length, requests.length)}.
        </span>
      </div>
      <Table
        caption="Requests"
        top
        columns={[
          { name: 'Time' },
          { name: 'Call' },
          { name: 'Key' },
          { name: 'Outcome' },
          { name: 'Tokens', right: true },
          { name: 'Request id' },
        ]}
      >
        {groups.slice((page - 1) * SHOWN_AT_ONCE, page * SHOWN_AT_ONCE).map((group) => {
          const of = { callers, docs: overview.links.docs };
          const [first, second] = group;
          if (first === undefined) return null;
          return second === undefined ? (
            <RequestRow key={first.request_id} request={first} {...of} />
          ) : (
            <RequestGroup key={first.request_id} requests={group} {...of} />
          );
        })}
      </Table>
      <footer>
        <span class="small muted">
          {pages > 1 && `Page ${count(page)} of ${count(pages)}. `}
          As of {clockWords(found.as_of)}. New ones take about a minute to appear.
          {found.has_more && ' A shorter time or a filter shows older ones.'}
        </span>
        <div class="row">
          {page > 1 && (
            <LinkButton small href={addressOfPage(page - 1)}>
              Newer
            </LinkButton>
          )}
          {page < pages && (
            <LinkButton small href={addressOfPage(page + 1)}>
              Older
            </LinkButton>
          )}
        </div>
      </footer>
    </>
  );
}

function howMany({ requests, has_more }: FoundRequests): string {
  return has_more ? `The newest ${count(requests.length)} requests` : countOf(requests.length, 'request');
}

function NothingFound({ filter }: { readonly filter: RequestFilter }) {
  if (isNarrow(filter))
    return (
      <Empty
        icon="requests"
        title="No such request"
        actions={<LinkButton href={addressOfFilter({ time: filter.time })}>Clear the filter</LinkButton>}
      >
        No call of this time fits. A call takes about a minute to appear.
      </Empty>
    );
  return (
    <Empty
      icon="requests"
      title="No request in this time"
      actions={
        filter.time === 'week' ? undefined : (
          <LinkButton href={addressOfFilter({ time: 'week' })}>Show 7 days</LinkButton>
        )
      }
    >
      Calls of your assistants and programs appear here about a minute after they were answered, for seven days.
    </Empty>
  );
}
