/**
 * The service does not answer: the page tries again by itself, after 2, 4, 8 … 60 seconds, and says when. What was
 * typed below it stays.
 */
import { Button } from './design/button.tsx';
import { Brand, Icon } from './design/icon.tsx';
import { useRetry } from './parts/load.ts';
import { RequestId } from './parts/not-loaded.tsx';

interface ServiceAwayProps {
  readonly fault: string;
  readonly requestId: string;
  readonly onRetry: () => Promise<void>;
}

export function ServiceAway({ fault, requestId, onRetry }: ServiceAwayProps) {
  const { isAsking, ask, words } = useRetry(true, onRetry);
  return (
    <main class="center" id="main">
      <div>
        <Brand href="/" />
        <section class="card" role="alert">
          <span class="art warn">
            <Icon name="warning" />
          </span>
          <div class="stack">
            <h1>The service does not answer</h1>
            <p class="lead">
              {requestId !== '' && `${fault} `}Your data is safe, and nothing is billed while this lasts.
            </p>
            <p class="small" aria-live="off">
              {words}
            </p>
            <RequestId id={requestId} />
          </div>
          <div class="row">
            <Button look="primary" icon="retry" busy={isAsking} onClick={ask}>
              Try again now
            </Button>
          </div>
        </section>
      </div>
    </main>
  );
}
