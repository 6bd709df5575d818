/** A secret, shown once: how each assistant is connected with it, and its first call when it came. */
import { useEffect, useState } from 'preact/hooks';
import type { AssistantData, NewKeyData } from '../../core/dashboard/dashboard-data.ts';
import { usePage } from '../parts/page-context.ts';

const LOOK_EVERY_MS = 5_000;
/** Then it is the person who looks again: an open tab must not ask for ever. */
const LOOK_FOR_MS = 15 * 60_000;

export function NewKey({ made, onClose }: { readonly made: NewKeyData; readonly onClose: () => void }) {
  return (
    <section class="dialog" aria-labelledby="secret">
      <h2 id="secret">The secret of {made.name}, shown this once</h2>
      <p role="status">Keep it now: it is stored as a hash only.</p>
      <dl>
        <dt>Client id</dt>
        <dd>
          <code id="client-id">{made.client_id}</code>
        </dd>
        <dt>Client secret</dt>
        <dd>
          <code id="client-secret">{made.client_secret}</code>
        </dd>
      </dl>
      <h3>Connect an assistant</h3>
      {made.connect.map(({ client, how, link, text }) => (
        <details key={client}>
          <summary>{client}</summary>
          <p>{how}</p>
          {link !== undefined && (
            <p>
              <a href={link}>Add to {client}</a>
            </p>
          )}
          <pre tabIndex={0}>
            <code>{text}</code>
          </pre>
          <button type="button" onClick={() => void navigator.clipboard.writeText(text)}>
            Copy<span class="unseen"> for {client}</span>
          </button>
        </details>
      ))}
      <FirstCall clientId={made.client_id} />
      <p>
        <button type="button" class="primary" onClick={onClose}>
          I have kept it
        </button>
      </p>
    </section>
  );
}

/** Looks for the key's first call since its secret was made: a key that was rotated may have had others. */
function FirstCall({ clientId }: { readonly clientId: string }) {
  const { overview, reload } = usePage();
  const [before] = useState(() => callsOf(overview.assistants, clientId));
  const seen = overview.assistants.find(
    (one) => one.client_id === clientId && one.calls_last_30_days > (before.get(one.name) ?? 0),
  );
  const isSeen = seen !== undefined;
  useEffect(() => {
    if (isSeen) return;
    const looking = setInterval(() => {
      if (!document.hidden) void reload();
    }, LOOK_EVERY_MS);
    const ending = setTimeout(() => clearInterval(looking), LOOK_FOR_MS);
    return () => {
      clearInterval(looking);
      clearTimeout(ending);
    };
  }, [isSeen, reload]);
  return <p role="status">{isSeen ? `First call seen: ${seen.name} is connected.` : 'No call with this key yet.'}</p>;
}

function callsOf(assistants: readonly AssistantData[], clientId: string): ReadonlyMap<string, number> {
  const own = assistants.filter((one) => one.client_id === clientId);
  return new Map(own.map((one) => [one.name, one.calls_last_30_days]));
}
