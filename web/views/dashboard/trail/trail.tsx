/**
 * The audit trail, newest first: the person and the change with old and new values. Members are shown by their address;
 * operators are marked.
 */
import { useState } from 'preact/hooks';
import { TRAIL_LINES } from '../../../../core/billing/accounts/audit-line.ts';
import type { OverviewData } from '../../../api-data.ts';
import { count, countOf } from '../../../design/amounts.ts';
import { SearchField } from '../../../design/search-field.tsx';
import { Badge } from '../../../design/badge.tsx';
import { Button, LinkButton } from '../../../design/button.tsx';
import { Card } from '../../../design/card.tsx';
import { Empty } from '../../../design/empty.tsx';
import { Segments } from '../../../design/filters.tsx';
import { Head } from '../../../design/head.tsx';
import { Cell, Row, RowHead, Table } from '../../../design/table.tsx';
import { When } from '../../../design/when.tsx';
import { downloadText } from '../../../parts/download.ts';
import { useLoaded } from '../../../parts/load.ts';
import { NotLoaded } from '../../../parts/not-loaded.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { addressOf, go, useRoute } from '../../../parts/route.ts';
import { trailCsv } from './trail-csv.ts';
import { isOfKind, TRAIL_KINDS, type Detail, type TrailKind, type TrailNames } from './trail-labels.ts';
import { shownLine, type ShownLine } from './shown-line.ts';

const KIND_NAMES: Readonly<Record<TrailKind, string>> = {
  keys: 'Keys',
  members: 'Members',
  lists: 'Catalogs',
  money: 'Money',
};
const SHOWN_LINES = 50;
const SHOWN_DETAILS = 3;
/** The name of an operator who gave none; the badge says it. */
const OPERATOR = 'operator';

export function TrailView() {
  const { query } = useRoute();
  const loaded = useLoaded('/trail');
  const { data } = loaded;
  const names = useNames();
  const [most, setMost] = useState(SHOWN_LINES);
  const kind = TRAIL_KINDS.find((one) => one === query.kind);
  const words = (query.words ?? '').toLowerCase();
  const fitting = (data ?? [])
    .map((line) => shownLine(line, names))
    .filter(({ line, text }) => (kind === undefined || isOfKind(line, kind)) && text.toLowerCase().includes(words));
  const shown = fitting.slice(0, most);
  const what = [kind, query.words].filter((part) => part !== undefined && part !== '');
  return (
    <>
      <Head
        title="Audit trail"
        note="Every change of the account, its keys and its members, by members and by our operators."
        actions={
          fitting.length > 0 && (
            <Button
              icon="download"
              onClick={() => downloadText(`${['audit trail', ...what].join(', ')}.csv`, trailCsv(fitting))}
            >
              {what.length === 0 ? 'Export' : `Export ${countOf(fitting.length, 'change')}`}
            </Button>
          )
        }
      />
      <div class="row filters">
        <SearchField
          placeholder="Key, person or change"
          label="Search the trail"
          value={query.words ?? ''}
          onInput={(words) => go(addressOf('trail', { kind, words: words || undefined }), 'replace')}
        />
        <Segments
          label="Kind"
          choices={[
            { href: addressOf('trail', { words: query.words }), name: 'All', isCurrent: kind === undefined },
            ...TRAIL_KINDS.map((one) => ({
              href: addressOf('trail', { kind: one, words: query.words }),
              name: KIND_NAMES[one],
              isCurrent: one === kind,
            })),
          ]}
        />
      </div>
      <Card
        bare
        label="Changes"
        footer={
          shown.length > 0 && (
            <>
              <span class="small muted" role="status">
                {count(shown.length)} of {countOf(fitting.length, 'change')}
                {data !== undefined && data.length >= TRAIL_LINES && `, among the latest ${count(TRAIL_LINES)}`}
              </span>
              {shown.length < fitting.length && (
                <Button small onClick={() => setMost(most + SHOWN_LINES)}>
                  Show more
                </Button>
              )}
            </>
          )
        }
      >
        {data === undefined ? (
          <NotLoaded what="The audit trail" from={loaded} />
        ) : shown.length === 0 ? (
          <Empty
            icon="trail"
            title="No such change"
            actions={<LinkButton href={addressOf('trail')}>Clear the filter</LinkButton>}
          >
            Nothing among the latest {countOf(data.length, 'change')} fits.
          </Empty>
        ) : (
          <Table
            caption="Changes"
            top
            columns={[{ name: 'When' }, { name: 'Who' }, { name: 'What' }, { name: 'Details' }]}
          >
            {shown.map((one, index) => (
              <Change key={index} shown={one} />
            ))}
          </Table>
        )}
      </Card>
    </>
  );
}

function Change({ shown: { line, who, title, details, ids } }: { readonly shown: ShownLine }) {
  return (
    <Row>
      <Cell name="When">
        <When at={line.at} />
      </Cell>
      <Cell name="Who">
        {who.name !== OPERATOR && who.name}
        {who.isOperator && (
          <>
            {' '}
            <Badge look="plain">operator</Badge>
          </>
        )}
      </Cell>
      <RowHead>{title}</RowHead>
      <Cell name="Details" full>
        <span title={ids.length === 0 ? undefined : ids.join(', ')}>
          <Details details={details} />
        </span>
      </Cell>
    </Row>
  );
}

/** Shows only the first details; opening an account has about twenty. */
function Details({ details }: { readonly details: readonly Detail[] }) {
  const rest = details.slice(SHOWN_DETAILS);
  return (
    <>
      {details.slice(0, SHOWN_DETAILS).map((detail, place) => (
        <OneDetail key={place} detail={detail} />
      ))}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          {rest.map((detail, place) => (
            <OneDetail key={place} detail={detail} />
          ))}
        </details>
      )}
    </>
  );
}

function OneDetail({ detail }: { readonly detail: Detail }) {
  if (typeof detail === 'string') return <span class="detail">{detail}</span>;
  const { name, before, after } = detail;
  return (
    <span class="detail">
      {name !== undefined && `${name}: `}
      <span class="faint">{before}</span> → <b>{after}</b>
    </span>
  );
}

/** The current names of members, keys and catalogs. Catalogs older than the first page keep their id. */
function useNames(): TrailNames {
  const { overview } = usePage();
  const members = useLoaded('/members');
  const catalogs = useLoaded('/catalogs');
  const uploads = useLoaded('/uploads');
  return {
    person: (personId) => members.data?.find(({ person_id: id }) => id === personId)?.email,
    key: (clientId) => keyNameOf(overview, clientId),
    isSignIn: (clientId) =>
      overview.assistants.some((one) => one.client_id === clientId && one.sign_in_of !== undefined),
    catalog: (catalogId) => catalogs.data?.catalogs.find(({ id }) => id === catalogId)?.name,
    upload: (uploadId) => uploads.data?.uploads.find(({ id }) => id === uploadId)?.name,
    nowMs: Date.now(),
  };
}

function keyNameOf({ keys, assistants }: OverviewData, clientId: string): string | undefined {
  const key = keys.find(({ client_id: id }) => id === clientId);
  if (key !== undefined) return key.name;
  const signIn = assistants.find((one) => one.client_id === clientId);
  return signIn?.sign_in_of === undefined
    ? signIn?.key_name
    : `${signIn.name} of ${signIn.sign_in_of.email ?? 'a former member'}`;
}
