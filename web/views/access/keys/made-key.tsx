/**
 * Shows a secret once, with instructions to connect each assistant, and the first call when it arrives. Only ticking
 * the box closes the dialog, so that nobody closes it by accident.
 */
import { useState } from 'preact/hooks';
import type { AssistantData } from '../../../../core/dashboard/views/dashboard-data.ts';
import type { NewKeyData } from '../../../api-data.ts';
import { Badge } from '../../../design/badge.tsx';
import { Banner } from '../../../design/banner.tsx';
import { Button, LinkButton } from '../../../design/button.tsx';
import { Code, CopyButton } from '../../../parts/copy.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Choice } from '../../../parts/form.tsx';
import { useLookingAgain } from '../../../parts/load.ts';
import { usePage } from '../../../parts/page-context.ts';
import { assistantName } from '../../../parts/labels.ts';
import { budgetWords } from '../budgets/budget-labels.ts';

export function MadeKey({ made, onClose }: { readonly made: NewKeyData; readonly onClose: () => void }) {
  const [isStored, setStored] = useState(false);
  const [chosen, setChosen] = useState(made.connect[0]?.client ?? '');
  const budget = usePage().overview.keys.find((key) => key.client_id === made.client_id)?.spending?.budget ?? null;
  const shown = made.connect.find(({ client }) => client === chosen);
  return (
    <Dialog title="Copy the secret now" kind="wide" onClose={isStored ? onClose : undefined}>
      <div class="body">
        <Banner look="warn" title="This is the only time it is shown">
          We keep a hash of it. If it gets lost, rotate the key.
        </Banner>
        <Secret label="Client id" id="client-id" text={made.client_id} />
        <Secret label="Client secret" id="client-secret" text={made.client_secret} />
        <Choice
          name="assistant"
          label="Connect with it"
          value={chosen}
          options={made.connect.map(({ client }) => [client, client])}
          onChange={setChosen}
        />
        {shown !== undefined && (
          <div class="stack" key={shown.client} id="connect-text">
            <p class="muted">{shown.how}</p>
            {shown.link !== undefined && (
              <div class="row">
                <LinkButton href={shown.link} icon="open">
                  Add to {shown.client}
                </LinkButton>
              </div>
            )}
            <Code text={shown.text} what={`the text for ${shown.client}`} folds />
          </div>
        )}
        {budget !== null && <p>Its budget: {budgetWords(budget)}.</p>}
        <FirstCall clientId={made.client_id} />
      </div>
      <div class="dialog-foot">
        <label class="check grow">
          <input type="checkbox" onChange={(event) => setStored(event.currentTarget.checked)} />
          <span>I have stored it</span>
        </label>
        <Button look="primary" disabled={!isStored} onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

function Secret({ label, id, text }: { readonly label: string; readonly id: string; readonly text: string }) {
  return (
    <div class="field">
      <span class="label">{label}</span>
      <div class="secret">
        <code id={id}>{text}</code>
        <CopyButton text={text} what={`the ${label.toLowerCase()}`} />
      </div>
    </div>
  );
}

/** Looks for the key's first call since its secret was created; a rotated key may have earlier calls. */
function FirstCall({ clientId }: { readonly clientId: string }) {
  const { overview, reload } = usePage();
  const [before] = useState(() => callsOf(overview.assistants, clientId));
  const seen = overview.assistants.find(
    (one) => one.client_id === clientId && one.calls_last_30_days > (before.get(one.name) ?? 0),
  );
  useLookingAgain(seen === undefined, reload);
  return (
    <p role="status" class="row">
      {seen === undefined ? (
        <Badge>Waiting for the first call with this key</Badge>
      ) : (
        <>
          <Badge look="ok">First call seen</Badge> {assistantName(seen.name)} is connected.
        </>
      )}
    </p>
  );
}

function callsOf(assistants: readonly AssistantData[], clientId: string): ReadonlyMap<string, number> {
  const own = assistants.filter((one) => one.client_id === clientId);
  return new Map(own.map((one) => [one.name, one.calls_last_30_days]));
}
