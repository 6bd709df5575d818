/** The service does not answer: the page tries again by itself, after 2, 4, 8 … 60 seconds, and says when. What was typed below it stays. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from './design/button.tsx';
import { Brand, Icon } from './design/icon.tsx';
import { RequestId } from './parts/not-loaded.tsx';

const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 60;

interface ServiceAwayProps {
  readonly fault: string;
  readonly requestId: string;
  readonly onRetry: () => Promise<void>;
}

export function ServiceAway({ fault, requestId, onRetry }: ServiceAwayProps) {
  const [wait, setWait] = useState(FIRST_WAIT_S);
  const [left, setLeft] = useState(FIRST_WAIT_S);
  const [isAsking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    await onRetry();
    const next = Math.min(LONGEST_WAIT_S, 2 * wait);
    setWait(next);
    setLeft(next);
    setAsking(false);
  };
  useEffect(() => {
    if (isAsking) return undefined;
    const timer = setTimeout(() => (left <= 1 ? void ask() : setLeft(left - 1)), 1_000);
    return () => clearTimeout(timer);
  }, [left, isAsking]);
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
            <p class="lead">{fault} Your data is safe, and nothing is billed while this lasts.</p>
            <p class="small" aria-live="off">
              {isAsking ? 'Asking again…' : `We try again by ourselves in ${left} s.`}
            </p>
            <RequestId id={requestId} />
          </div>
          <div class="row">
            <Button look="primary" icon="retry" busy={isAsking} onClick={() => isAsking || void ask()}>
              Try again now
            </Button>
          </div>
        </section>
      </div>
    </main>
  );
}
