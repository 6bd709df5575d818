/** Plan and cap: the most that a period may cost beyond the plan, and whether assistants that sign in may spend. */
import { useState } from 'preact/hooks';
import type { CapData } from '../../core/dashboard/dashboard-data.ts';
import { Head } from '../design/head.tsx';
import { change } from '../parts/api.ts';
import { readCents } from '../parts/cap-amount.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Field, Form } from '../parts/form.tsx';
import { usePage } from '../parts/page-context.ts';

export function SettingsView() {
  const { overview } = usePage();
  const isOwner = overview.person.role === 'owner';
  return (
    <>
      <Head title="Plan and cap" note="What is included, and the most that a period may cost beyond it." />
      <Cap isOwner={isOwner} />
      {overview.account.spending_by_sign_in !== undefined && (
        <SpendingBySignIn allowed={overview.account.spending_by_sign_in} isOwner={isOwner} />
      )}
    </>
  );
}

function Cap({ isOwner }: { readonly isOwner: boolean }) {
  const { overview, reload, tell } = usePage();
  const { cap, account } = overview;
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState(false);
  return (
    <section aria-labelledby="cap">
      <h2 id="cap">Spending cap</h2>
      <p>
        {cap.cap_usd === null
          ? 'There is no cap.'
          : `The cap is ${cap.cap_usd} a period; ${cap.left_usd ?? ''} is left.`}{' '}
        Spent beyond the plan: {cap.spent_usd}
        {cap.reserved_usd === '$0.00' ? '' : `, reserved for research: ${cap.reserved_usd}`}. Tokens beyond the plan
        cost {account.price_per_1000_usd} per 1,000. A cap of 0 refuses whatever is not included; a change holds from
        the next call.
      </p>
      {isOwner && (
        <Form
          button="Set the cap"
          tell={tell}
          onSubmit={async (values) => {
            // What is no amount goes as it is, and is refused with its field.
            const typed = values.cap_cents ?? '';
            const { cap_usd: usd } = await change<CapData>('/cap', { cap_cents: readCents(typed) ?? typed });
            await reload();
            setSaid(`The cap is set: ${usd ?? ''} a period.`);
          }}
        >
          <Field
            name="cap_cents"
            label="Cap in dollars"
            inputMode="decimal"
            value={cap.cap_cents === null ? '' : String(cap.cap_cents / 100)}
            hint="As 25, 9.50 or 9,50"
          />
        </Form>
      )}
      {isOwner && cap.cap_usd !== null && !asked && (
        <button type="button" class="danger" onClick={() => setAsked(true)}>
          Remove the cap
        </button>
      )}
      {asked && (
        <Confirm
          title="Remove the spending cap?"
          button="Remove the cap"
          onCancel={() => setAsked(false)}
          onConfirm={async () => {
            await change('/cap/remove', {});
            setAsked(false);
            await reload();
            setSaid('There is no cap any more.');
          }}
        >
          <p>
            Nothing then limits what a period may cost: every token beyond the plan is charged at{' '}
            {account.price_per_1000_usd} per 1,000, and every researched part that is found.
          </p>
        </Confirm>
      )}
      <p role="status">{said}</p>
    </section>
  );
}

function SpendingBySignIn({ allowed, isOwner }: { readonly allowed: boolean; readonly isOwner: boolean }) {
  const { overview, reload, tell } = usePage();
  const [said, setSaid] = useState('');
  return (
    <section aria-labelledby="spending">
      <h2 id="spending">Spending by assistants that sign in</h2>
      <p>
        {allowed
          ? 'Allowed: a member who connects an assistant may let it order research, within the spending cap.'
          : 'Not allowed: assistants that people sign in read, and order no research.'}{' '}
        Keys keep their own permissions.
        {overview.account.research_allowed ? '' : ' The plan has no research, so nothing is offered either way.'}
      </p>
      {isOwner && (
        <Form
          button={allowed ? 'Allow no spending' : 'Allow spending'}
          tell={tell}
          onSubmit={async () => {
            await change('/spending-by-sign-in', { allowed: !allowed });
            await reload();
            setSaid(
              allowed ? 'It holds from their next request.' : 'It is offered to each member who connects an assistant.',
            );
          }}
        />
      )}
      <p role="status">{said}</p>
    </section>
  );
}
