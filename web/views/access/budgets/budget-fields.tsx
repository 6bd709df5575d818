/** The two bounds of a budget, as they are typed; empty for no bound. */
import { useState } from 'preact/hooks';
import { countOf, dollarsOf } from '../../../design/amounts.ts';
import { readCents } from '../../../parts/cap-amount.ts';
import { Field } from '../../../parts/form.tsx';
import { usePage } from '../../../parts/page-context.ts';
import type { OverviewData } from '../../../api-data.ts';
import { readTokens } from './budget-labels.ts';

export interface TypedBounds {
  readonly tokens: string;
  readonly research: string;
}

interface BudgetFieldsProps {
  readonly value?: TypedBounds;
  /** Whether it has the permission to spend on research. */
  readonly maySpend: boolean;
  readonly onInput?: (typed: TypedBounds) => void;
}

export function BudgetFields({ value = { tokens: '', research: '' }, maySpend, onInput }: BudgetFieldsProps) {
  const { overview } = usePage();
  const [typed, setTyped] = useState(value);
  const type = (changed: Partial<TypedBounds>) => {
    const all = { ...typed, ...changed };
    setTyped(all);
    onInput?.(all);
  };
  const closed = !overview.account.research_allowed
    ? 'The plan has no research.'
    : !maySpend
      ? 'It lacks the permission Spend.'
      : undefined;
  return (
    <div class="pair">
      <Field
        name="tokens"
        label="Tokens"
        value={value.tokens}
        onInput={(tokens) => type({ tokens })}
        inputMode="numeric"
        hint={recordsHint(overview, typed.tokens)}
      />
      <Field
        name="research_cents"
        label="Research money"
        unit="$"
        // What was set before the permission ended can still be changed.
        disabled={closed !== undefined && value.research === ''}
        value={value.research}
        onInput={(research) => type({ research })}
        inputMode="decimal"
        hint={closed ?? partsHint(overview, typed.research)}
      />
    </div>
  );
}

function recordsHint({ tokens_per_record: size }: OverviewData, text: string): string {
  const tokens = readTokens(text);
  if (text.trim() === '') return 'Empty: not bounded';
  if (tokens === undefined) return 'A whole number, as 50,000';
  if (tokens === 0) return 'Nothing that costs tokens is answered';
  return size === null ? 'Billed tokens' : `About ${countOf(Math.floor(tokens / size), 'record')} of your usual size`;
}

function partsHint({ account: { research_price_usd: price } }: OverviewData, text: string): string {
  const cents = readCents(text);
  if (text.trim() === '') return 'Empty: not bounded';
  if (cents === undefined) return 'An amount such as 5 or 9.50';
  const parts = Math.floor(cents / Math.round(dollarsOf(price) * 100));
  return `At ${price} a found part: at most ${countOf(parts, 'part')}`;
}

/** What is sent: null for no bound; text that is no amount as it was typed, so that it is refused at its field. */
export function sentBounds({ tokens, research }: TypedBounds): {
  readonly tokens: number | string | null;
  readonly research_cents: number | string | null;
} {
  return {
    tokens: tokens.trim() === '' ? null : (readTokens(tokens) ?? tokens),
    research_cents: research.trim() === '' ? null : (readCents(research) ?? research),
  };
}
