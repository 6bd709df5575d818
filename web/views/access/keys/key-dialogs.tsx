/** The dialogs that create, rotate, rename or revoke a key. The address decides which one is open. */
import type { KeyData } from '../../../../core/dashboard/views/dashboard-data.ts';
import type { NewKeyData } from '../../../api-data.ts';
import { useState } from 'preact/hooks';
import type { ClientKind } from '../../../../core/identifiers.ts';
import { change } from '../../../parts/api.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Check, Choice, Field, Form, Radios } from '../../../parts/form.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { periodWords } from '../../../parts/period-dates.ts';
import type { Query } from '../../../parts/route.ts';
import { KIND_LABELS, kindNote, PERMISSION_LABELS } from '../../../parts/labels.ts';
import { BudgetFields, sentBounds, type TypedBounds } from '../budgets/budget-fields.tsx';
import { AlsoCutOff } from '../also-cut-off.tsx';

interface KeyDialogProps {
  readonly query: Query;
  /** The keys in use. */
  readonly keys: readonly KeyData[];
  readonly onMade: (made: NewKeyData) => void;
  readonly onClose: () => void;
}

export function KeyDialog({ query, keys, onMade, onClose }: KeyDialogProps) {
  const { tell, reload, toast, overview } = usePage();
  const named = (clientId: string | undefined) => keys.find(({ client_id: id }) => id === clientId);
  const made = async (key: NewKeyData): Promise<void> => {
    onMade(key);
    onClose();
    await reload();
  };
  const [rotated, renamed, revoked] = [named(query.rotate), named(query.rename), named(query.revoke)];
  if (query.new === 'key') return <NewKey onMade={made} onClose={onClose} />;
  if (rotated !== undefined)
    return (
      <Dialog key={`rotate ${rotated.client_id}`} title={`Rotate ${rotated.name}`} onClose={onClose}>
        <Form
          button="Make a new secret"
          tell={tell}
          onCancel={onClose}
          onSubmit={async ({ hours }) => {
            const ids = { client_id: rotated.client_id, overlap_hours: Number(hours) };
            await made(await change('/keys/rotate', ids));
          }}
        >
          <p>The key gets a second secret, which is shown once. Its id, name and permissions stay.</p>
          <Radios
            name="hours"
            legend="The old secret works on for"
            value="24"
            two
            options={[
              { value: '0', title: 'Not at all', note: 'It leaked' },
              { value: '1', title: 'An hour' },
              { value: '24', title: 'A day' },
              { value: '168', title: 'A week' },
            ]}
          />
        </Form>
      </Dialog>
    );
  if (renamed !== undefined)
    return (
      <Dialog key={`rename ${renamed.client_id}`} title={`Rename ${renamed.name}`} onClose={onClose}>
        <Form
          button="Rename"
          tell={tell}
          onCancel={onClose}
          onSubmit={async ({ name = '' }) => {
            await change('/keys/rename', { client_id: renamed.client_id, name });
            onClose();
            toast(`The key is named ${name} now.`);
            await reload();
          }}
        >
          <Field name="name" label="Name" value={renamed.name} required />
        </Form>
      </Dialog>
    );
  if (revoked !== undefined)
    return (
      <Confirm
        key={`revoke ${revoked.client_id}`}
        title={`Revoke ${revoked.name}?`}
        button="Revoke the key"
        onCancel={onClose}
        onConfirm={async () => {
          await change('/keys/revoke', { client_id: revoked.client_id });
          onClose();
          toast(`${revoked.name} is revoked.`);
          await reload();
        }}
      >
        <p>It is refused from its next request on, for good.</p>
        <AlsoCutOff assistants={overview.assistants} revoked={revoked} isAssistant={false} />
      </Confirm>
    );
  return null;
}

function NewKey({
  onMade,
  onClose,
}: {
  readonly onMade: (made: NewKeyData) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { tell, overview } = usePage();
  const isOnTrial = !overview.account.has_plan;
  const [kind, setKind] = useState<ClientKind>(isOnTrial ? 'trial' : 'live');
  const [every, setEvery] = useState<string>('none');
  const [bounds, setBounds] = useState<TypedBounds>({ tokens: '', research: '' });
  const [maySpend, setMaySpend] = useState(false);
  const isBudgeted = kind === 'live' && every !== 'none';
  return (
    <Dialog title="New key" onClose={onClose}>
      <Form
        button="Make the key"
        tell={tell}
        onCancel={onClose}
        onSubmit={async (values) => {
          const permissions = Object.keys(PERMISSION_LABELS).filter((one) => values[one] !== undefined);
          const budget = isBudgeted ? { every, ...sentBounds(bounds) } : undefined;
          await onMade(await change('/keys', { name: values.name, kind, permissions, budget }));
        }}
      >
        <Field name="name" label="Name" hint="Who or what will use it. Names can be changed." required />
        <Radios
          name="kind"
          legend="Kind"
          value={kind}
          onChange={(value) => setKind(value as ClientKind)}
          options={(['live', 'test', 'trial'] as const).map((one) => ({
            value: one,
            title: KIND_LABELS[one].title,
            note: kindNote(one, overview.account.test_items_per_day),
          }))}
        />
        <fieldset class="stack">
          <legend class="label">It may</legend>
          {Object.entries(PERMISSION_LABELS).map(([name, { title, note }]) => (
            <Check
              key={name}
              name={name}
              checked={name !== 'enrich'}
              sub={note}
              onChange={(checked) => name === 'enrich' && setMaySpend(checked)}
            >
              {title}
            </Check>
          ))}
        </fieldset>
        {kind === 'live' && !isOnTrial && (
          <>
            <Choice
              name="every"
              label="Budget"
              value={every}
              onChange={setEvery}
              options={[
                ['none', 'No budget: the account’s cap applies'],
                ['day', 'Each day, from 00:00 to 24:00 UTC'],
                ['period', `Each billing period, now ${periodWords(overview)}`],
              ]}
            />
            {isBudgeted && (
              <BudgetFields key={String(maySpend)} value={bounds} maySpend={maySpend} onInput={setBounds} />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
