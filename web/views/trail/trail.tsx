/** The audit trail: who changed what, the newest first; people by their address, operators told apart, changes from before to after. */
import { permissionsOf } from '../../core/accounts/permissions.ts';
import { SCOPES } from '../../core/accounts/scopes.ts';
import type { MemberData, TrailData } from '../../core/dashboard/dashboard-data.ts';
import { dollars } from '../design/amounts.ts';
import { Badge } from '../design/badge.tsx';
import { LinkButton } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Empty } from '../design/empty.tsx';
import { Segments } from '../design/filters.tsx';
import { Head } from '../design/head.tsx';
import { Icon } from '../design/icon.tsx';
import { Cell, Row, RowHead, Table } from '../design/table.tsx';
import { When } from '../design/when.tsx';
import { useLoaded } from '../parts/load.ts';
import { addressOf, go, useRoute } from '../parts/route.ts';
import { PERMISSION_CHIPS, TRAIL_WORDS } from '../parts/words.ts';

const KINDS = [
  { kind: 'keys', name: 'Keys', of: /^client\./ },
  { kind: 'members', name: 'Members', of: /^member\./ },
  { kind: 'lists', name: 'Lists', of: /^catalog\./ },
  { kind: 'account', name: 'Account', of: /^account\./ },
] as const;
const SHOWN_DETAILS = 4;

export function TrailView() {
  const { query } = useRoute();
  const { data, fault } = useLoaded<readonly TrailData[]>('/trail');
  const members = useLoaded<readonly MemberData[]>('/members');
  const kind = KINDS.find((one) => one.kind === query.kind);
  const words = (query.words ?? '').toLowerCase();
  const nameOf = (who: string) => members.data?.find(({ person_id: id }) => id === who)?.email;
  const lines = (data ?? []).map((line) => shownLine(line, nameOf));
  const shown = lines.filter(
    ({ line, text }) => (kind === undefined || kind.of.test(line.what)) && text.toLowerCase().includes(words),
  );
  return (
    <>
      <Head
        title="Audit trail"
        note="Every change of the account, its keys and its people, by members and by our operators."
      />
      <div class="row filters">
        <div class="searchbox grow">
          <Icon name="search" />
          <input
            class="input search"
            type="search"
            placeholder="Key, person or change"
            aria-label="Search the trail"
            value={query.words ?? ''}
            onInput={(event) =>
              go(addressOf('trail', { kind: kind?.kind, words: event.currentTarget.value || undefined }), 'replace')
            }
          />
        </div>
        <Segments
          label="Kind"
          choices={[
            { href: addressOf('trail', { words: query.words }), name: 'All', isCurrent: kind === undefined },
            ...KINDS.map((one) => ({
              href: addressOf('trail', { kind: one.kind, words: query.words }),
              name: one.name,
              isCurrent: one === kind,
            })),
          ]}
        />
      </div>
      <Card bare label="Changes">
        {data === undefined ? (
          <p class="body" role="status">
            {fault === '' ? 'Loading…' : fault}
          </p>
        ) : shown.length === 0 ? (
          <Empty
            icon="trail"
            title="No such change"
            actions={<LinkButton href={addressOf('trail')}>Clear the filter</LinkButton>}
          >
            Nothing among the latest {data.length} changes fits.
          </Empty>
        ) : (
          <Table
            caption="Changes"
            top
            columns={[{ name: 'What' }, { name: 'Who' }, { name: 'Details' }, { name: 'When' }]}
          >
            {shown.map(({ line, who, details }, index) => (
              <Row key={index}>
                <RowHead>{TRAIL_WORDS[line.what] ?? line.what}</RowHead>
                <Cell name="Who">{who ?? <Operator who={line.who} />}</Cell>
                <Cell name="Details" full>
                  <Details lines={details} />
                </Cell>
                <Cell name="When">
                  <When at={line.at} />
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </Card>
    </>
  );
}

/** The first few; an account that is opened says twenty. */
function Details({ lines }: { readonly lines: readonly string[] }) {
  const rest = lines.slice(SHOWN_DETAILS);
  return (
    <>
      {lines.slice(0, SHOWN_DETAILS).map((line) => (
        <span class="detail" key={line}>
          {line}
        </span>
      ))}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          {rest.map((line) => (
            <span class="detail" key={line}>
              {line}
            </span>
          ))}
        </details>
      )}
    </>
  );
}

/** Someone who is not a member: an operator, by name, or somebody who was a member. */
function Operator({ who }: { readonly who: string }) {
  return who.startsWith('per_') ? (
    <span class="muted">a former member</span>
  ) : (
    <>
      {who} <Badge look="plain">operator</Badge>
    </>
  );
}

interface ShownLine {
  readonly line: TrailData;
  /** Undefined for anyone but a member. */
  readonly who: string | undefined;
  readonly details: readonly string[];
  /** All of it, to be searched. */
  readonly text: string;
}

function shownLine(line: TrailData, nameOf: (who: string) => string | undefined): ShownLine {
  const who = nameOf(line.who);
  const details = detailsOf(line.details, (value) => nameOf(value) ?? value);
  const text = [TRAIL_WORDS[line.what] ?? line.what, who ?? line.who, ...details].join(' ');
  return { line, who, details, text };
}

/** `role: member → owner` for what was changed, `kind: live` for what was said. */
function detailsOf(details: TrailData['details'], nameOf: (who: string) => string): readonly string[] {
  const text = (value: TrailData['details'][string] | undefined): string =>
    value === null || value === undefined ? 'none' : nameOf(String(value));
  const shown = (name: string, value: TrailData['details'][string] | undefined): string => {
    if (name.startsWith('spending_cap_cents') && typeof value === 'number')
      return dollars(`$${(value / 100).toFixed(2)}`);
    return name.startsWith('scopes') && typeof value === 'string' ? permissionsIn(value) : text(value);
  };
  return Object.entries(details).flatMap(([name, value]) => {
    const [, changed] = /^(.+)_before$/.exec(name) ?? [];
    if (changed !== undefined) {
      return `${plain(changed)}: ${shown(name, value)} → ${shown(name, details[`${changed}_after`])}`;
    }
    const isToldAlready = name.endsWith('_after') && name.replace(/_after$/, '_before') in details;
    return isToldAlready ? [] : `${plain(name)}: ${shown(name, value)}`;
  });
}

/** What the scopes of a key let it do, as people chose it. */
function permissionsIn(scopes: string): string {
  const known = SCOPES.filter((scope) => scopes.split(' ').includes(scope));
  return permissionsOf(known)
    .map((permission) => PERMISSION_CHIPS[permission].toLowerCase())
    .join(', ');
}

const PLAIN: Readonly<Record<string, string>> = {
  person_id: 'person',
  client_id: 'key',
  scopes: 'may',
  spending_cap_cents: 'spending cap',
};

function plain(name: string): string {
  return PLAIN[name] ?? name.replaceAll('_', ' ');
}
