/**
 * The dashboard: checks the sign-in, shows the view of the address, and asks for a new sign-in if the session ends in
 * an open tab.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { InvitationsData, OverviewData } from './api-data.ts';
import { Button } from './design/button.tsx';
import { ApiError, read, setCsrfToken } from './parts/api.ts';
import { Dialog } from './parts/dialog.tsx';
import { PageContext } from './parts/page-context.ts';
import { onSignedInElsewhere } from './parts/asked-address.ts';
import { RequestId } from './parts/not-loaded.tsx';
import { useRoute } from './parts/route.ts';
import { useToast } from './parts/toast.tsx';
import { ServiceAway } from './service-away.tsx';
import { Shell } from './shell.tsx';
import { AskForLink, UseLink } from './sign-in.tsx';
import { WithoutAccount } from './without-account.tsx';

/** `elsewhere`: signed in, but without the account that is open. */
type SignedIn = 'unknown' | 'no' | 'yes' | 'ended' | 'elsewhere';

interface Failure {
  readonly fault: string;
  readonly requestId: string;
}

function tellPlain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function App() {
  const [overview, setOverview] = useState<OverviewData>();
  const [signedIn, setSignedIn] = useState<SignedIn>('unknown');
  const [failed, setFailed] = useState<Failure>();
  const [endedBy, setEndedBy] = useState('');
  const [person, setPerson] = useState<InvitationsData>();
  const [toast, toastPlace] = useToast();
  const { view } = useRoute();

  const reload = useCallback(async () => {
    try {
      const data = await read('/overview');
      setCsrfToken(data.csrf_token);
      setOverview(data);
      setSignedIn('yes');
      setFailed(undefined);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        const found = await read('/invitations').catch(() => undefined);
        if (found !== undefined) setCsrfToken(found.csrf_token);
        setPerson(found);
        setEndedBy(error.requestId);
        const ended = (now: SignedIn) => (now === 'yes' || now === 'ended' ? 'ended' : 'no');
        setSignedIn((now) => (found === undefined ? ended(now) : 'elsewhere'));
      } else setFailed({ fault: tellPlain(error), requestId: error instanceof ApiError ? error.requestId : '' });
    }
  }, []);
  const tell = useCallback((error: unknown): string => {
    if (error instanceof ApiError && error.status === 401) {
      setEndedBy(error.requestId);
      setSignedIn('ended');
      return '';
    }
    return tellPlain(error);
  }, []);

  useEffect(() => {
    if (view !== 'sign-in') void reload();
  }, [view === 'sign-in']);

  if (view === 'sign-in') return <UseLink />;
  if (signedIn === 'no') return <AskForLink />;
  if (signedIn === 'elsewhere' && person !== undefined) return <WithoutAccount person={person} />;
  if (overview === undefined && failed !== undefined) return <ServiceAway {...failed} onRetry={reload} />;
  if (overview === undefined)
    return (
      <main class="center" aria-busy="true">
        <p role="status">Loading…</p>
      </main>
    );
  return (
    <PageContext.Provider value={{ overview, reload, tell, toast }}>
      <Shell path={view} overview={overview} />
      {toastPlace}
      {signedIn === 'ended' && <SessionEnded requestId={endedBy} onContinue={reload} />}
    </PageContext.Provider>
  );
}

/**
 * Covers every other dialog until the member has signed in again. The view below stays mounted, so typed text is kept.
 */
function SessionEnded({
  requestId,
  onContinue,
}: {
  readonly requestId: string;
  readonly onContinue: () => Promise<void>;
}) {
  const [asked, setAsked] = useState<'no' | 'asking' | 'yes'>('no');
  useEffect(() => onSignedInElsewhere(() => void onContinue()), [onContinue]);
  const ask = async (): Promise<void> => {
    setAsked('asking');
    await onContinue();
    setAsked('yes');
  };
  return (
    <Dialog title="You are signed out" onClose={undefined} role="alertdialog">
      <div class="body">
        <p class="muted">
          The session has ended. Nothing is lost: what you typed here stays, and you come back to this very place when
          you open the link of the email in this browser.
        </p>
        <AskForLink embedded />
        <RequestId id={requestId} />
        <p class="wrong-text" role="alert">
          {asked === 'yes' && 'Nobody is signed in yet. Open the link of the email in this browser first.'}
        </p>
      </div>
      <div class="dialog-foot">
        <a class="btn" href="/">
          Leave this page
        </a>
        <Button busy={asked === 'asking'} onClick={() => void ask()}>
          I have signed in: continue
        </Button>
      </div>
    </Dialog>
  );
}
