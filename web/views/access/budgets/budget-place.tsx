/** Where a budget is set, changed and removed: a dialog with an address, for owners. */
import { useState } from 'preact/hooks';
import type { BudgetChoice } from '../../../../core/dashboard/views/dashboard-data.ts';
import { Button } from '../../../design/button.tsx';
import { change } from '../../../parts/api.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Form, Radios } from '../../../parts/form.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { addressOf, go, useRoute } from '../../../parts/route.ts';
import { periodWords } from '../../../parts/period-dates.ts';
import { BeforeAndAfter } from './before-and-after.tsx';
import { BudgetFields, sentBounds, type TypedBounds } from './budget-fields.tsx';
import { askedBudget, type Budgeted } from './budgeted.ts';
import { budgetWords } from './budget-labels.ts';

export function BudgetPlace({ view }: { readonly view: 'keys' | 'assistants' }) {
  const { overview, tell, reload, toast } = usePage();
  const { query } = useRoute();
  const [fault, setFault] = useState('');
  const asked = overview.person.role === 'owner' ? askedBudget(overview, query.budget) : undefined;
  const onClose = () => go(addressOf(view));
  const onChanged = async (of: Budgeted, said: string, before: BudgetChoice | null) => {
    onClose();
    setFault('');
    await reload();
    toast(said, () => {
      sendBudget(of.clientId, before)
        .then(reload)
        .catch((error: unknown) => setFault(`The budget could not be set back. ${tell(error)}`));
    });
  };
  return (
    <>
      <p role="alert" class="wrong-text">
        {fault}
      </p>
      {asked !== undefined && (
        <BudgetDialog
          key={asked.clientId}
          of={asked}
          onClose={onClose}
          onChanged={(...done) => onChanged(asked, ...done)}
        />
      )}
    </>
  );
}

async function sendBudget(clientId: string | null, budget: object | null) {
  return budget === null
    ? change('/budget/remove', { client_id: clientId })
    : change('/budget', { client_id: clientId, ...budget });
}

interface BudgetDialogProps {
  readonly of: Budgeted;
  readonly onClose: () => void;
  readonly onChanged: (said: string, before: BudgetChoice | null) => Promise<void>;
}

function BudgetDialog({ of, onClose, onChanged }: BudgetDialogProps) {
  const { overview, tell } = usePage();
  const now = of.spending === null ? overview.sign_in_budget : of.spending.budget;
  const isOthers = of.spending?.as_all_sign_ins === true;
  const [every, setEvery] = useState<BudgetChoice['every']>(now?.every ?? 'day');
  const [typed, setTyped] = useState<TypedBounds>({
    tokens: textOf(now?.tokens, (tokens) => tokens.toLocaleString('en-US')),
    research: textOf(now?.research_cents, (cents) => (cents / 100).toFixed(2)),
  });
  const [fault, setFault] = useState('');
  const after = budgetOf(every, typed);
  const remove = async () => {
    const { before } = await sendBudget(of.clientId, null);
    await onChanged('The budget is removed.', before);
  };
  return (
    <Dialog title={`Budget of ${of.name}`} kind="wide" onClose={onClose}>
      <Form
        button="Set the budget"
        tell={tell}
        onCancel={onClose}
        otherwise={
          now !== null &&
          !isOthers && (
            <Button look="danger" onClick={() => void remove().catch((error: unknown) => setFault(tell(error)))}>
              Remove the budget
            </Button>
          )
        }
        onSubmit={async () => {
          const { before, after: set } = await sendBudget(of.clientId, { every, ...sentBounds(typed) });
          await onChanged(set === null ? 'The budget is removed.' : `The budget is ${budgetWords(set)}.`, before);
        }}
      >
        <Radios
          name="every"
          legend="Each"
          value={every}
          two
          onChange={(value) => setEvery(value as BudgetChoice['every'])}
          options={[
            { value: 'day', title: 'Day', note: 'from 00:00 to 24:00 UTC' },
            { value: 'period', title: 'Billing period', note: `now ${periodWords(overview)}` },
          ]}
        />
        <BudgetFields value={typed} maySpend={of.maySpend} onInput={setTyped} />
        <BeforeAndAfter of={of} now={now} after={after} />
        <p class="small muted">
          {isOthers && 'Now it has the budget of every sign-in without its own. '}
          {every === 'day' && now?.every !== 'day' && of.spending !== null && 'A day counts from the next call on. '}
          {of.clientId === null && 'Each sign-in has it by itself. '}
          At its end, {of.calls} that cost are refused, free of charge; free tools go on. Owners get an email at 80 %
          and at the end.
        </p>
        <p role="alert" class="wrong-text">
          {fault}
        </p>
      </Form>
    </Dialog>
  );
}

function textOf(bound: number | null | undefined, write: (bound: number) => string): string {
  return typeof bound === 'number' ? write(bound) : '';
}

/** Returns undefined for what the service would refuse. */
function budgetOf(every: BudgetChoice['every'], typed: TypedBounds): BudgetChoice | undefined {
  const { tokens, research_cents: cents } = sentBounds(typed);
  if (typeof tokens === 'string' || typeof cents === 'string' || (tokens === null && cents === null)) return undefined;
  return { every, tokens, research_cents: cents };
}
