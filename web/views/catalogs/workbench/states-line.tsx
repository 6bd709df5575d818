/**
 * Shows how many matched parts of a catalog are still manufactured. They are counted after the rows are shown, and for
 * a long catalog only on request.
 */
import { useEffect, useState } from 'preact/hooks';
import type { CatalogData } from '../../../../core/dashboard/views/catalog-data.ts';
import type { StateCountsData } from '../../../api-data.ts';
import { count } from '../../../design/amounts.ts';
import { Badge } from '../../../design/badge.tsx';
import { Button } from '../../../design/button.tsx';
import { readInTurn } from '../../../parts/api.ts';
import { usePage } from '../../../parts/page-context.ts';
import { STATE_LABELS } from '../row-labels.ts';

type States = StateCountsData['states'];
type State = keyof States;
const ORDER: readonly State[] = ['obsolete', 'last_time_buy', 'nrnd', 'preview', 'active'];
/** Catalogs with up to this many rows are counted without a request. */
const FEW_ROWS = 2_000;

export function StatesLine({ catalog }: { readonly catalog: CatalogData }) {
  const { tell } = usePage();
  const { id, groups } = catalog;
  const [states, setStates] = useState<States>();
  const [isAsked, setAsked] = useState(groups.matched <= FEW_ROWS);
  const [fault, setFault] = useState('');
  useEffect(() => {
    if (!isAsked || groups.matched === 0) return undefined;
    let isLeft = false;
    // The former counts are shown until the new ones are complete, so that nothing below moves.
    const run = async (): Promise<void> => {
      let after: string | undefined;
      let sum: States | undefined;
      do {
        const part: StateCountsData = await readInTurn('/catalogs/states', { catalog_id: id, after });
        if (isLeft) return;
        sum = sum === undefined ? part.states : added(sum, part.states);
        after = part.next === null ? undefined : String(part.next);
      } while (after !== undefined);
      setStates(sum);
    };
    run().catch((error: unknown) => !isLeft && setFault(tell(error)));
    return () => {
      isLeft = true;
    };
  }, [isAsked, groups.matched]);
  if (groups.matched === 0) return <p class="small muted states">No part is matched yet.</p>;
  if (!isAsked)
    return (
      <div class="row">
        <Button small onClick={() => setAsked(true)}>
          Count which of {count(groups.matched)} parts are still made
        </Button>
      </div>
    );
  if (states === undefined)
    return (
      <p class="small muted states" role="status">
        {fault === '' ? 'Counting which parts are still made…' : fault}
      </p>
    );
  const known = ORDER.filter((state) => states[state] > 0);
  if (known.length === 0)
    return <p class="small muted states">No source says whether the matched parts are still made.</p>;
  return (
    <div class="row small states" role="group" aria-label="States of the matched parts">
      <span class="muted">Matched parts by state:</span>
      {known.map((state) => (
        <Badge key={state} look={STATE_LABELS[state].look}>
          {count(states[state])} {STATE_LABELS[state].label.toLowerCase()}
        </Badge>
      ))}
      {states.unknown > 0 && <span class="muted">{count(states.unknown)} without a known state</span>}
    </div>
  );
}

function added(one: States, other: States): States {
  return Object.fromEntries(
    [...ORDER, 'unknown' as const].map((state) => [state, one[state] + other[state]]),
  ) as States;
}
