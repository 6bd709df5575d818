/**
 * Settings: the plan, the spending cap beyond it, and whether signed-in assistants may spend.
 */
import { useState } from 'preact/hooks';
import type { OverviewData } from '../../api-data.ts';
import { centsToNanoUsd, formatUsd, readUsd } from '../../../core/money.ts';
import { count, countOf, dollars, dollarsLeft } from '../../design/amounts.ts';
import { Card, KeyValues } from '../../design/card.tsx';
import { Head } from '../../design/head.tsx';
import { change } from '../../parts/api.ts';
import { readCents } from '../../parts/cap-amount.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Check, Field, Form, Radios } from '../../parts/form.tsx';
import { usePage } from '../../parts/page-context.ts';
import { periodWords } from '../../parts/period-dates.ts';
import { CapStanding } from '../billing/cap-standing.tsx';

export function SettingsView() {
  const { overview } = usePage();
  const isOwner = overview.person.role === 'owner';
  const isOnTrial = !overview.account.has_plan;
  return (
    <>
      <Head title="Plan and cap" note="What is included, and the most that a period may cost beyond it." />
      <div class="cols">
        <div class="stack">
          {isOwner ? <CapForm key={String(overview.cap.cap_cents)} /> : <CapForReaders />}
          {overview.account.spending_by_sign_in !== undefined && (
            <SpendingBySignIn allowed={overview.account.spending_by_sign_in} isOwner={isOwner} />
          )}
        </div>
        <div class="stack">
          {!isOnTrial && (
            <Card title="This period" id="period" beside={<span class="small muted">{periodWords(overview)}</span>}>
              <CapStanding overview={overview} />
            </Card>
          )}
          <Plan overview={overview} />
        </div>
      </div>
    </>
  );
}

function Plan({ overview: { account, usage, links } }: { readonly overview: OverviewData }) {
  return (
    <Card
      title={account.has_plan ? `${account.plan} plan` : 'Free trial'}
      id="plan"
      beside={<a href={links.plans}>Compare</a>}
      footer={<CardAndInvoices links={links} />}
    >
      <KeyValues
        rows={[
          { name: 'Tokens included', value: count(usage.tokens_included ?? 0) },
          { name: '1,000 tokens beyond', value: account.price_per_1000_usd },
          { name: 'Requests a minute', value: count(account.requests_per_minute) },
          { name: 'Parts in one call', value: count(account.parts_per_call) },
          { name: 'Catalog rows a period', value: count(account.list_rows_per_period) },
          {
            name: 'Research, a part found',
            value: account.research_allowed ? account.research_price_usd : 'not included',
          },
        ]}
      />
    </Card>
  );
}

/** Links to where a plan and a card are changed: an external page, or a contact. */
function CardAndInvoices({ links: { billing_portal: portal, support } }: Pick<OverviewData, 'links'>) {
  if (portal !== undefined) return <a href={portal}>Card and invoices</a>;
  return (
    <span class="small">
      To change the plan or the card, write to <a href={`mailto:${support}`}>{support}</a>
    </span>
  );
}

function CapForReaders() {
  const { overview } = usePage();
  const { cap_usd: usd } = overview.cap;
  return (
    <Card title="Spending cap" id="cap" note="A call that would pass it is refused whole. Free tools go on.">
      <p>
        {usd === null ? 'There is no cap.' : `At most ${dollars(usd)} beyond the plan, in each period.`} Owners of the
        account change it.
      </p>
    </Card>
  );
}

type Kind = 'amount' | 'nothing' | 'none';

/**
 * The requested cap, before it is confirmed. `cents` is text if it is not an amount: the service reports the problem.
 */
type Asked = { readonly kind: 'set'; readonly cents: number } | { readonly kind: 'none' };

function CapForm() {
  const { overview, reload, toast, tell } = usePage();
  const { cap } = overview;
  const now: Kind = cap.cap_cents === null ? 'none' : cap.cap_cents === 0 ? 'nothing' : 'amount';
  const [kind, setKind] = useState<Kind>(now);
  const [typed, setTyped] = useState(now === 'amount' ? (Number(cap.cap_cents) / 100).toFixed(2) : '');
  const [asked, setAsked] = useState<Asked>();
  const cents = kind === 'nothing' ? 0 : readCents(typed);
  return (
    <Card title="Spending cap" id="cap" note="A call that would pass it is refused whole. Free tools go on.">
      <Form
        button="Change the cap"
        foot="It applies from the next call."
        tell={tell}
        onSubmit={async () => {
          if (kind === 'none') setAsked({ kind: 'none' });
          else if (cents !== undefined) setAsked({ kind: 'set', cents });
          // Text that is not an amount is sent unchanged, and refused with its field.
          else await change('/cap', { cap_cents: typed });
        }}
      >
        <Radios
          name="kind"
          legend="Beyond the plan"
          value={now}
          onChange={(value) => setKind(value as Kind)}
          options={[
            { value: 'amount', title: 'A cap', note: 'At most this much beyond the plan, in each period' },
            {
              value: 'nothing',
              title: 'Nothing beyond the plan',
              note: 'Calls stop when the included tokens are used up',
            },
            {
              value: 'none',
              title: 'No cap',
              note: 'Calls never stop for money. We ask you to type the account’s name.',
            },
          ]}
        />
        {kind === 'amount' && (
          <Field
            name="cap_cents"
            label="Cap a period"
            unit="$"
            inputMode="decimal"
            value={typed}
            onInput={setTyped}
            hint={leftWords(overview, cents)}
          />
        )}
      </Form>
      {asked !== undefined && (
        <CapDialog
          asked={asked}
          onClose={() => setAsked(undefined)}
          onDone={async (said) => {
            // Reloading starts the form again with the current values.
            await reload();
            setAsked(undefined);
            toast(said);
          }}
        />
      )}
    </Card>
  );
}

/** States how much a cap would leave in this period. */
function leftWords({ cap, account, tokens_per_record: size }: OverviewData, cents: number | undefined): string {
  if (cents === undefined) return 'An amount such as 25 or 9.50';
  const left = Math.max(0, centsToNanoUsd(cents) - readUsd(cap.spent_usd) - readUsd(cap.reserved_usd));
  const price = readUsd(account.price_per_1000_usd);
  const records = size === null || price === 0 ? 0 : Math.floor((left * 1_000) / price / size);
  const about = records === 0 ? '' : `, about ${countOf(records, 'record')} of your usual size`;
  return `${dollarsLeft(formatUsd(left))} would be left of this period${about}`;
}

interface CapDialogProps {
  readonly asked: Asked;
  readonly onClose: () => void;
  readonly onDone: (said: string) => Promise<void>;
}

/** Shows, before the change, the current and the new cap and the most that this period may cost. */
function CapDialog({ asked, onClose, onDone }: CapDialogProps) {
  const { overview, tell } = usePage();
  const { cap, account } = overview;
  const now = cap.cap_usd === null ? 'No cap' : dollars(cap.cap_usd);
  if (asked.kind === 'none')
    return (
      <Dialog title="Remove the spending cap?" onClose={onClose} role="alertdialog">
        <Form
          button="Remove the cap"
          danger
          tell={tell}
          onCancel={onClose}
          onSubmit={async ({ name = '' }) => {
            if (name.trim() !== account.name.trim()) throw new Error(`Type the name of the account as it is above.`);
            await change('/cap/remove', {});
            await onDone('There is no spending cap any more.');
          }}
        >
          <KeyValues
            rows={[
              { name: 'Cap now', value: now },
              { name: 'New cap', value: 'none' },
              { name: 'This period may cost at most', value: 'no limit', isTotal: true },
            ]}
          />
          <p>
            Every token beyond the plan is then charged at {account.price_per_1000_usd} per 1,000
            {account.research_allowed ? `, and every part found by research at ${account.research_price_usd}` : ''}.
          </p>
          <Field name="name" label={`To confirm, type the account’s name: ${account.name}`} required />
        </Form>
      </Dialog>
    );
  const next = dollars(formatUsd(centsToNanoUsd(asked.cents)));
  const before = cap.cap_cents;
  const verb = before === null ? 'Set' : asked.cents > before ? 'Raise' : 'Lower';
  return (
    <Dialog title={`${verb} the cap to ${next}?`} onClose={onClose}>
      <Form
        button={`${verb} to ${next}`}
        tell={tell}
        onCancel={onClose}
        onSubmit={async () => {
          await change('/cap', { cap_cents: asked.cents });
          await onDone(`The cap is ${next} a period.`);
        }}
      >
        <KeyValues
          rows={[
            { name: 'Cap now', value: now },
            { name: 'New cap', value: next },
            { name: 'Spent beyond the plan so far', value: dollars(cap.spent_usd) },
            { name: 'This period may cost at most', value: `${next} beyond the plan`, isTotal: true },
          ]}
        />
        <p class="muted small">
          It applies from the next call and in every later period, until you change it. The audit trail notes it.
          {centsToNanoUsd(asked.cents) < readUsd(cap.spent_usd)
            ? ' More than that is spent already: calls beyond the plan are refused until the period ends.'
            : ''}
        </p>
      </Form>
    </Dialog>
  );
}

function SpendingBySignIn({ allowed, isOwner }: { readonly allowed: boolean; readonly isOwner: boolean }) {
  const { overview, reload, tell, toast } = usePage();
  const { account } = overview;
  return (
    <Card title="Spending by assistants that sign in" id="spending" note="Keys keep their own permissions.">
      <Form
        quiet
        button="Save"
        foot=""
        tell={tell}
        onSubmit={async (values) => {
          const wanted = values.allowed !== undefined;
          await change('/spending-by-sign-in', { allowed: wanted });
          await reload();
          toast(wanted ? 'Members may allow it from now on.' : 'It ends for all with their next request.');
        }}
      >
        <Check
          name="allowed"
          checked={allowed}
          disabled={!isOwner}
          sub={`It may then order research at ${account.research_price_usd} a found part, within the cap. Switching it off ends it for all with their next request.${
            account.research_allowed ? '' : ' The plan has no research, so nothing is offered either way.'
          }`}
        >
          Let members allow it when they connect an assistant
        </Check>
      </Form>
    </Card>
  );
}
