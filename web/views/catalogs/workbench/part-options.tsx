/**
 * The choices of the sheet of a row: parts with what may be shown of them, no part, the search that finds others, and
 * whether the choice is remembered.
 */
import { useId, useState } from 'preact/hooks';
import type { FullRowData, PartChoicesData } from '../../../api-data.ts';
import { count, countOf } from '../../../design/amounts.ts';
import { SearchField } from '../../../design/search-field.tsx';
import { Badge } from '../../../design/badge.tsx';
import { Button } from '../../../design/button.tsx';
import { addressOfRemembered } from '../addresses.ts';
import { StateBadge } from '../state-badge.tsx';
import { Marked } from './own-words.tsx';
import { partWords } from './row-table.tsx';
import { isRefusable, wasDecided } from './use-decisions.ts';

interface Choosing {
  readonly chosen: string | undefined;
  readonly onChoose: (value: string) => void;
}

interface PartOptionProps extends Choosing {
  readonly part: PartChoicesData['parts'][number];
  /** Whether the row has this part. */
  readonly isNow?: boolean;
  /** Values that the row contradicts. */
  readonly values?: readonly (string | null)[];
}

export function PartOption({ part, isNow = false, values = [], chosen, onChoose }: PartOptionProps) {
  const { item_id: id, title, confidence, gtin, state, why } = part;
  const facts = [
    gtin !== null && `Barcode ${gtin}`,
    confidence !== null && `Record confidence ${confidence}`,
    why !== null && why,
  ].filter((fact) => fact !== false);
  return (
    <label class="result">
      <input type="radio" name="part" value={id} checked={id === chosen} onChange={() => onChoose(id)} />
      <span class="grow">
        <span class="row">
          <strong>{partWords(part) || id}</strong>
          {isNow && <Badge look="ok">Now</Badge>}
          <StateBadge state={state} isToChoose />
        </span>
        {title !== null && (
          <span class="sub">
            <Marked text={title} values={values} />
          </span>
        )}
        {facts.length > 0 && <span class="sub num">{facts.join(' · ')}</span>}
      </span>
    </label>
  );
}

interface FoundPartsProps extends Choosing {
  readonly found: PartChoicesData;
  /** Those that the sheet does not show already. */
  readonly others: PartChoicesData['parts'];
}

/** What a search found. */
export function FoundParts({ found: { parts, has_more: hasMore }, others, ...options }: FoundPartsProps) {
  if (parts.length === 0) return null;
  if (others.length === 0) return <p class="hint">No other part was found: what was found is above.</p>;
  const what = countOf(others.length, others.length === parts.length ? 'part' : 'other part');
  return (
    <fieldset class="choice">
      <legend class="label">
        {hasMore
          ? `The best ${count(others.length)} of more`
          : `${what} found${others.length > 1 ? ', the best first' : ''}`}
      </legend>
      {others.map((each) => (
        <PartOption key={each.item_id} {...options} part={each} />
      ))}
    </fieldset>
  );
}

interface NoPartProps extends Choosing {
  readonly value: string;
  readonly row: FullRowData;
}

export function NoPart({ value, row, chosen, onChoose }: NoPartProps) {
  return (
    <label class="result quiet">
      <input type="radio" name="part" value={value} checked={chosen === value} onChange={() => onChoose(value)} />
      <span class="grow">
        <strong>{isRefusable(row) ? 'None of these' : 'No part: leave the row as it is'}</strong>
        <span class="sub">{noPartWords(row)}</span>
      </span>
    </label>
  );
}

function noPartWords(row: FullRowData): string {
  if (!isRefusable(row)) return 'Nothing is remembered without a part.';
  return wasDecided(row)
    ? 'What was decided is taken back and forgotten.'
    : `The row has no part: it is “Not meant”, under Not in the index.${row.not_fitted === null ? ' Research can still look for it.' : ''}`;
}

interface SearchBoxProps {
  readonly words: string;
  readonly left: number;
  readonly found: PartChoicesData | undefined;
  readonly busy: boolean;
  readonly onSearch: (query: string) => Promise<void>;
}

export function SearchBox({ words, left, found, busy, onSearch }: SearchBoxProps) {
  const id = useId();
  const [query, setQuery] = useState(words);
  const isMiss = found?.parts.length === 0;
  return (
    <>
      <form
        class="field"
        role="search"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (query.trim().length >= 2) void onSearch(query);
        }}
      >
        <label for={id}>Search the index</label>
        <div class="input-row">
          <SearchField id={id} maxLength={200} value={query} describedBy={`${id}-hint`} onInput={setQuery} />
          <Button type="submit" busy={busy} disabled={query.trim().length < 2}>
            Search
          </Button>
        </div>
        <span class="hint" id={`${id}-hint`}>
          {isMiss
            ? 'Nothing found, so the search was free.'
            : `Words, part number, barcode or item id. A search that finds nothing is free; one that finds parts uses 1 of ${countOf(Math.max(0, left), 'row')} left this period, and so does using a part.`}
        </span>
      </form>
      {isMiss && (
        <div class="result quiet" role="status">
          <span class="grow">
            <strong>Nothing has all these words</strong>
            <span class="sub">Try fewer words, or the number printed on the part.</span>
          </span>
        </div>
      )}
      {found !== undefined && !isMiss && (
        <p class="unseen" role="status">
          {count(found.parts.length)} found
        </p>
      )}
    </>
  );
}

interface RememberProps {
  /** Without a number of the customer's own, nothing can be remembered for it. */
  readonly row: FullRowData;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Whether later files with the number get the chosen part, too. */
export function Remember({
  row: { remembered_for: number, your_item_number: counted },
  isOn,
  onChange,
}: RememberProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={number === null}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {number !== null ? (
        <span>
          Remember for my number <span class="nowrap">{number}</span>
          <span class="sub">
            The next file with this number and these words gets this part. Listed in{' '}
            <a href={addressOfRemembered()}>Remembered matches</a>.
          </span>
        </span>
      ) : (
        <span>
          Remember this
          <span class="sub">
            {counted === null ? 'This row has no number of yours' : 'The numbers of this file only count its rows'}, so
            nothing can be remembered for it.
          </span>
        </span>
      )}
    </label>
  );
}
