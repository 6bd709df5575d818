/**
 * Stands where data is not yet, or could not be read: what failed, that nothing is lost, and a way on. The rest of the
 * page stays.
 */
import { Button, LinkButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { CopiedId } from './copy.tsx';
import { useRetry, type Loaded } from './load.ts';

interface NotLoadedProps {
  /** The subject and verb of the sentence, such as "The catalogs". */
  readonly what: string;
  readonly from: Pick<Loaded<unknown>, 'fault' | 'requestId' | 'again'>;
}

export function NotLoaded({ what, from: { fault, requestId, again } }: NotLoadedProps) {
  if (fault === '')
    return (
      <p class="body" role="status">
        Loading…
      </p>
    );
  return <CouldNotBeRead what={what} from={{ fault, requestId, again }} />;
}

/** A service that was not reached is asked again by itself; one that refused is not. */
function CouldNotBeRead({ what, from: { fault, requestId, again } }: NotLoadedProps) {
  const { isAsking, ask, words } = useRetry(requestId === '', again);
  return (
    <div class="empty" role="alert">
      <span class="art">
        <Icon name="warning" />
      </span>
      <h2>{what} could not be read</h2>
      <p>{fault} The rest of the page works, and nothing is lost.</p>
      {words !== '' && (
        <p class="small" aria-live="off">
          {words}
        </p>
      )}
      <div class="row">
        <Button look="primary" icon="retry" busy={isAsking} onClick={ask}>
          Try again
        </Button>
        <LinkButton href="/dashboard">Overview</LinkButton>
      </div>
      <RequestId id={requestId} />
    </div>
  );
}

/** The id by which support finds the request; nothing if the service was not reached. */
export function RequestId({ id }: { readonly id: string }) {
  if (id === '') return null;
  return (
    <span class="rid">
      Request <CopiedId id={id} />
    </span>
  );
}
