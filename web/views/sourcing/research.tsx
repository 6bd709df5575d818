/** Research: the open, found and missing parts, by day and one by one, with the cost of each. */
import type { RequestData, ResearchData, ResearchGroup } from '../../../core/dashboard/views/enrichment-data.ts';
import { count, dollars, dollarsOf } from '../../design/amounts.ts';
import { Badge, type BadgeLook } from '../../design/badge.tsx';
import { LinkButton } from '../../design/button.tsx';
import { Card, Figures } from '../../design/card.tsx';
import { clockWords, dayWords } from '../../design/dates.ts';
import { Empty } from '../../design/empty.tsx';
import { Tabs } from '../../design/filters.tsx';
import { Head } from '../../design/head.tsx';
import { Cell, Row, RowHead, Table } from '../../design/table.tsx';
import { When } from '../../design/when.tsx';
import { dayAt, daysBetween } from '../../parts/chart-scale.ts';
import { useLoaded } from '../../parts/load.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { usePage } from '../../parts/page-context.ts';
import { ResearchPlot } from '../../parts/research-plot.tsx';
import { addressOf, useRoute } from '../../parts/route.ts';
import { RESEARCH_LABELS } from '../../parts/labels.ts';

const STATES: Readonly<Record<RequestData['state'], { word: string; look: BadgeLook; group: ResearchGroup }>> = {
  queued: { word: 'Open, waiting', look: 'info', group: 'open' },
  researching: { word: 'Open, being researched', look: 'info', group: 'open' },
  found: { word: 'Found', look: 'ok', group: 'found' },
  not_found: { word: 'Not found', look: 'quiet', group: 'not_found' },
  failed: { word: 'Ended without a result', look: 'warn', group: 'failed' },
};

const ORDER: readonly ResearchGroup[] = ['found', 'open', 'not_found', 'failed'];
const PLOTTED_DAYS = 30;
const DAY_MS = 86_400_000;

export function ResearchView() {
  const { overview } = usePage();
  const loaded = useLoaded('/research');
  const { data } = loaded;
  const how = (
    <LinkButton href={`${overview.links.docs}/docs/research`} icon="docs">
      How it works
    </LinkButton>
  );
  return (
    <>
      <Head
        title="Research"
        note={`Parts that the index lacked. Only what is found is charged: ${overview.account.research_price_usd}, once for each part.`}
        actions={how}
      />
      {data === undefined ? (
        <NotLoaded what="The research" from={loaded} />
      ) : data.total === 0 ? (
        <Card bare label="Research">
          <Empty icon="research" title="No research yet" actions={how}>
            An assistant asks for it when the index lacks a part. It appears here immediately, with its price reserved.
          </Empty>
        </Card>
      ) : (
        <Researched data={data} />
      )}
    </>
  );
}

function Researched({ data }: { readonly data: ResearchData }) {
  const nowMs = Date.now();
  const days = daysBetween(dayAt(nowMs - (PLOTTED_DAYS - 1) * DAY_MS), dayAt(nowMs + DAY_MS));
  return (
    <>
      <Figures
        figures={ORDER.flatMap((group) => {
          const sum = data.sums.find((one) => one.group === group);
          return sum === undefined
            ? []
            : { name: RESEARCH_LABELS[group], value: count(sum.parts), more: costWords(group, sum.cost_usd) };
        })}
      />
      <Requests data={data} />
      {data.days.some(({ day }) => days.includes(day)) && (
        <Card
          title={`The last ${PLOTTED_DAYS} days`}
          id="days"
          note="By the day on which each ended, or was asked for if it is open. Days are UTC"
        >
          <ResearchPlot data={data} days={days} />
        </Card>
      )}
    </>
  );
}

function costWords(group: ResearchGroup, usd: string): string {
  switch (group) {
    case 'found':
      return `${dollars(usd)} charged`;
    case 'open':
      return `${dollars(usd)} reserved`;
    case 'not_found':
      return 'free; asked again after 30 days';
    case 'failed':
      return 'free';
  }
}

/** Shows when the research ended or is expected to end, and when the part can be researched again. */
function Ended({ of: { ended_at: endedAt, expected_by: by, again_from: from } }: { readonly of: RequestData }) {
  const nowMs = Date.now();
  if (endedAt === null)
    return (
      <Cell name="Ended">
        <span class="faint">
          {by !== null && Date.parse(by) > nowMs ? `expected by ${clockWords(by)}` : 'not yet, longer than usual'}
        </span>
      </Cell>
    );
  const isHeld = from !== null && Date.parse(from) > nowMs;
  return (
    <Cell name="Ended" sub={isHeld ? `again from ${dayWords(from, nowMs)}` : undefined}>
      <When at={endedAt} />
    </Cell>
  );
}

function costOf({ ended_at: endedAt, cost_usd: usd }: RequestData): string {
  if (endedAt === null) return `${dollars(usd)} reserved`;
  return dollarsOf(usd) === 0 ? 'free' : dollars(usd);
}

function Requests({ data }: { readonly data: ResearchData }) {
  const { query } = useRoute();
  const group = ORDER.find((one) => one === query.state);
  const shown = data.requests.filter(({ state }) => group === undefined || STATES[state].group === group);
  return (
    <Card bare label="Requests">
      <Tabs
        label="State"
        choices={[
          { href: addressOf('research'), name: 'All', count: data.total, isCurrent: group === undefined },
          ...ORDER.map((one) => ({
            href: addressOf('research', { state: one }),
            name: RESEARCH_LABELS[one],
            count: data.sums.find((sum) => sum.group === one)?.parts ?? 0,
            isCurrent: one === group,
          })),
        ]}
      />
      {shown.length === 0 ? (
        <Empty
          icon="research"
          title="Nothing here"
          actions={<LinkButton href={addressOf('research')}>Clear the filter</LinkButton>}
        >
          No part is in this state{data.total > data.requests.length ? ' among the latest ones' : ''}.
        </Empty>
      ) : (
        <Table
          caption="Research requests"
          columns={[
            { name: 'Part' },
            { name: 'State' },
            { name: 'Asked' },
            { name: 'Ended' },
            { name: 'Cost', right: true },
          ]}
        >
          {shown.map((one) => (
            <Row key={`${one.manufacturer} ${one.part_number} ${one.requested_at}`}>
              <RowHead sub={<code>{one.part_number}</code>}>{one.manufacturer}</RowHead>
              <Cell name="State" state>
                <Badge look={STATES[one.state].look}>{STATES[one.state].word}</Badge>
              </Cell>
              <Cell name="Asked">
                <When at={one.requested_at} />
              </Cell>
              <Ended of={one} />
              <Cell name="Cost" right>
                {costOf(one)}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {data.total > data.requests.length && (
        <footer>
          <span class="small muted">
            The latest {count(data.requests.length)} of {count(data.total)}
          </span>
        </footer>
      )}
    </Card>
  );
}
