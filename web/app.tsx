/** The dashboard: checks the sign-in, shows the view of the address, and asks for a new sign-in if the session ends in an open tab. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { InvitationsData, OverviewData } from '../core/dashboard/views/dashboard-data.ts';
import { Button } from './design/button.tsx';
import { ApiError, read, setCsrfToken } from './parts/api.ts';
import { Dialog } from './parts/dialog.tsx';
import { PageContext } from './parts/page-context.ts';
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
        const ended = (now: SignedIn) => (now === 'yes' || now === 'ended' ? 'ended' : 'no');
        setSignedIn((now) => (found === undefined ? ended(now) : 'elsewhere'));
      } else setFailed({ fault: tellPlain(error), requestId: error instanceof ApiError ? error.requestId : '' });
    }
  }, []);
  const tell = useCallback((error: unknown): string => {
    if (error instanceof ApiError && error.status === 401) {
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
      {signedIn === 'ended' && <SessionEnded onContinue={reload} />}
    </PageContext.Provider>
  );
}

/**
 * Covers every other dialog until the member has signed in again. The view below stays mounted, so typed text is kept.
 */
function SessionEnded({ onContinue }: { readonly onContinue: () => Promise<void> }) {
  return (
    <Dialog title="The session has ended" onClose={undefined} role="alertdialog">
      <div class="body">
        <p>Sign in again; what you typed here stays. Open the link of the email, then continue.</p>
        <AskForLink embedded />
      </div>
      <div class="dialog-foot">
        <Button look="primary" onClick={() => void onContinue()}>
          I have signed in: continue
        </Button>
      </div>
    </Dialog>
  );
}
