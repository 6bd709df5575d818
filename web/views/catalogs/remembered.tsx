/**
 * The remembered matches: parts that people chose for rows, which later files get again. Each can be forgotten, and
 * that undone.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { LearnedListData, LearnedMatchData } from '../../../core/dashboard/views/learned-data.ts';
import { count, countOf } from '../../design/amounts.ts';
import { Segments } from '../../design/filters.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { Badge } from '../../design/badge.tsx';
import { Button, LinkButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Head } from '../../design/head.tsx';
import { Icon } from '../../design/icon.tsx';
import { Actions, Cell, RowHead, Table } from '../../design/table.tsx';
import { When } from '../../design/when.tsx';
import { changeInTurn } from '../../parts/api.ts';
import { useLoaded } from '../../parts/load.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { usePage } from '../../parts/page-context.ts';
import { go, useRoute } from '../../parts/route.ts';
import { addressOfCatalogs, addressOfRemembered } from './addresses.ts';
import { exportRemembered } from './export-remembered.ts';
import { partWords } from './workbench/row-table.tsx';

export function RememberedMatches() {
  const { tell, toast } = usePage();
  const { query } = useRoute();
  const { find = '', look, after } = query;
  const loaded = useLoaded('/catalogs/learned', { find: find === '' ? undefined : find, look, after });
  const { data, isCurrent, fault } = loaded;
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const act = async (match: LearnedMatchData, isForgotten: boolean): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    try {
      const rows = await (isForgotten ? forget(match.keys) : restore(match.keys));
      const now = new Set(gone);
      if (isForgotten) now.add(keyOf(match));
      else now.delete(keyOf(match));
      setGone(now);
      const name = nameOf(match);
      toast(
        isForgotten
          ? `${name} is forgotten. ${rows > 0 ? `Undecided again: ${countOf(rows, 'row')}.` : 'Later files are matched without it.'}`
          : `${name} is remembered again${rows > 0 ? `. Matched again: ${countOf(rows, 'row')}.` : ''}`,
        isForgotten ? () => void act(match, false) : undefined,
      );
    } catch (error) {
      setFailure(tell(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Head
        title="Remembered matches"
        note="Parts that you chose by hand. A later file with the same number of yours and the same words gets the same part. A row says so, and you can take it back there."
        crumbs={
          <>
            <a href={addressOfCatalogs()}>Catalogs</a>
            <Icon name="next" />
            <span>Remembered matches</span>
          </>
        }
        actions={
          data !== undefined &&
          data.total > 0 && (
            <Button
              icon="download"
              onClick={() => void exportRemembered(find, look).catch((error: unknown) => setFailure(tell(error)))}
            >
              Export
            </Button>
          )
        }
      />
      <div class="row filters">
        <SearchField
          maxLength={100}
          placeholder="Your number, part number, file or person"
          label="Search the remembered matches"
          value={find}
          onInput={(value) => go(addressOfRemembered({ find: value, look }), 'replace')}
        />
        <Segments
          label="Which matches"
          choices={[
            { href: addressOfRemembered({ find }), name: 'All', isCurrent: look === undefined },
            {
              href: addressOfRemembered({ find, look: 'again' }),
              name: 'To look at again',
              isCurrent: look !== undefined,
            },
          ]}
        />
      </div>
      <p class="wrong-text" role="alert">
        {failure || (data === undefined ? '' : fault)}
      </p>
      {data === undefined ? (
        <Card bare label="Remembered matches">
          <NotLoaded what="The remembered matches" from={loaded} />
        </Card>
      ) : (
        <Matches
          data={data}
          find={find}
          look={look}
          isCurrent={isCurrent}
          gone={gone}
          onAct={(...of) => void act(...of)}
        />
      )}
    </>
  );
}

interface MatchesProps {
  readonly data: LearnedListData;
  readonly find: string;
  readonly look: string | undefined;
  readonly isCurrent: boolean;
  readonly gone: ReadonlySet<string>;
  readonly onAct: (match: LearnedMatchData, isForgotten: boolean) => void;
}

function Matches({ data, find, look, isCurrent, gone, onAct }: MatchesProps) {
  const { query } = useRoute();
  const { rows_to_decide: toDecide } = usePage().overview;
  const isAll = find === '' && look === undefined;
  if (data.learned.length === 0)
    return (
      <Card bare label="Remembered matches">
        <Empty
          icon="catalogs"
          title={isAll ? 'Nothing is remembered yet' : 'No such match'}
          actions={
            isAll ? (
              <LinkButton href={addressOfCatalogs()}>
                {toDecide > 0 ? `${countOf(toDecide, 'row')} to decide` : 'Catalogs'}
              </LinkButton>
            ) : (
              <LinkButton href={addressOfRemembered()}>Show all</LinkButton>
            )
          }
        >
          {isAll && 'When you accept or choose a part for a row with a number of yours, it is listed here.'}
        </Empty>
      </Card>
    );
  const from = Number(query['after'] ?? 0);
  return (
    <Card bare label="Remembered matches">
      <Table
        top
        caption="Remembered matches"
        columns={[
          { name: 'Your number' },
          { name: 'It stated' },
          { name: 'It means now' },
          { name: 'Decided' },
          { name: 'Used in' },
          { name: 'Actions', actions: true },
        ]}
      >
        {data.learned.map((match) => (
          <Match key={keyOf(match)} match={match} isGone={gone.has(keyOf(match))} onAct={onAct} />
        ))}
      </Table>
      <footer>
        <span class="small muted" role="status">
          {isCurrent
            ? `${count(from + 1)} to ${count(from + data.learned.length)} of ${count(data.total)}, the newest first`
            : 'Loading…'}
        </span>
        <div class="row">
          {from > 0 && (
            <LinkButton small href={addressOfRemembered({ find, look })}>
              Newest
            </LinkButton>
          )}
          {data.next !== null && (
            <LinkButton small href={addressOfRemembered({ find, look, after: String(data.next) })}>
              Older
            </LinkButton>
          )}
        </div>
      </footer>
    </Card>
  );
}

interface MatchProps extends Pick<MatchesProps, 'onAct'> {
  readonly match: LearnedMatchData;
  readonly isGone: boolean;
}

function Match({ match, isGone, onAct }: MatchProps) {
  const { stated, item, fixed_to: fixedTo } = match;
  const name = nameOf(match);
  return (
    <tr role="row" class={isGone ? 'is-gone' : undefined}>
      <RowHead>{match.your_item_number ?? <span class="faint">none</span>}</RowHead>
      <Cell name="It stated" full>
        <span class="said">
          <span>{stated.supplier ?? <span class="faint">no manufacturer</span>}</span>{' '}
          {stated.supplier_part_number !== null && <code>{stated.supplier_part_number}</code>}{' '}
          {stated.gtin !== null && <code title="Barcode">{stated.gtin}</code>}
        </span>
      </Cell>
      <Cell name="It means now" full>
        {item === null
          ? partWords({
              manufacturer: fixedTo?.supplier ?? null,
              part_number: fixedTo?.supplier_part_number ?? null,
            }) || <span class="faint">a part that the index no longer has</span>
          : partWords({ manufacturer: item.manufacturer, part_number: item.mpn })}
        {item !== null && item.title !== null && <span class="sub">{item.title}</span>}
        {match.is_to_look_at && (
          <span class="was warn">
            <Icon name="warning" />
            <span>The index has a part with exactly the stated number now.</span>
          </span>
        )}
      </Cell>
      <Cell name="Decided" sub={foldable(match.learned_by)} full>
        <When at={match.at} day /> in {match.file ?? 'a deleted catalog'}
      </Cell>
      <Cell name="Used in">{isGone ? <Badge>Forgotten</Badge> : laterFiles(match)}</Cell>
      <Actions>
        <Button
          small
          {...(isGone && { icon: 'undo' as const })}
          label={isGone ? `Undo: remember ${name} again` : `Forget the match for ${name}`}
          onClick={() => onAct(match, !isGone)}
        >
          {isGone ? 'Undo' : 'Forget'}
        </Button>
      </Actions>
    </tr>
  );
}

function keyOf({ keys }: LearnedMatchData): string {
  return keys.join(' ');
}

function nameOf({ your_item_number: own, stated }: LearnedMatchData): string {
  return own ?? stated.supplier_part_number ?? stated.gtin ?? 'the match';
}

/** Lets an email address go on in the next line behind its @ sign, where the column is narrow. */
function foldable(person: string): ComponentChildren {
  return person.split(/(?<=@)/).flatMap((part, place) => (place === 0 ? part : [<wbr key={place} />, part]));
}

/** 100 stands for 100 or more. */
function laterFiles({ later_files: files }: LearnedMatchData): string {
  return files === 0 ? 'no later file' : `${files >= 100 ? 'at least ' : ''}${countOf(files, 'later file')}`;
}

/** Forgets the match, and undecides the rows that got their part by it alone. Returns their number. */
async function forget(keys: readonly string[]): Promise<number> {
  return inRuns(async (after) => {
    const { undecided, next } = await changeInTurn('/catalogs/learned/forget', { keys, after });
    return { rows: undecided, next };
  });
}

/** Undoes `forget`. Returns the number of rows that have their part again. */
async function restore(keys: readonly string[]): Promise<number> {
  return inRuns(async (after) => {
    const { matched, next } = await changeInTurn('/catalogs/learned/restore', { keys, after });
    return { rows: matched, next };
  });
}

/** A request does some of the rows, and says where the next one goes on. Returns the number of rows in all. */
async function inRuns(
  run: (after: string | undefined) => Promise<{ readonly rows: number; readonly next: string | null }>,
): Promise<number> {
  let all = 0;
  let after: string | undefined;
  for (;;) {
    const { rows, next } = await run(after);
    all += rows;
    if (next === null) return all;
    after = next;
  }
}
