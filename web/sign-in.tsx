/** Signing in: asking for a link, and using one. The link's token is in the fragment, which no server sees, and is posted by a click. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from './design/button.tsx';
import { Centered } from './design/centered.tsx';
import { ApiError, change } from './parts/api.ts';
import { Field, Form } from './parts/form.tsx';

/** Until then one may look into the mail; the service sends no more concurrently either. */
const AGAIN_AFTER_SECONDS = 60;

export function AskForLink({ embedded = false }: { readonly embedded?: boolean }) {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined)
    return embedded ? (
      <LinkSent email={sentTo} onOther={() => setSentTo(undefined)} />
    ) : (
      <Centered home="/" title="Look into your mail" icon="mail">
        <LinkSent email={sentTo} onOther={() => setSentTo(undefined)} />
      </Centered>
    );
  const form = (
    <Form
      button="Send me a link"
      large
      onSubmit={async ({ email = '' }) => {
        await change('/sign-in-link', { email });
        setSentTo(email);
      }}
    >
      <Field name="email" label="E-mail address" type="email" autoComplete="email" required />
    </Form>
  );
  if (embedded) return form;
  return (
    <Centered home="/" title="Sign in" note="There is no password: you get a link by email.">
      {form}
      <p class="small faint">
        No account yet? <a href="/plans#start">How to start free</a>
      </p>
    </Centered>
  );
}

/** In the same words whether or not the address has an account. */
function LinkSent({ email, onOther }: { readonly email: string; readonly onOther: () => void }) {
  const [left, setLeft] = useState(AGAIN_AFTER_SECONDS);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (left === 0) return undefined;
    const ticking = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(ticking);
  }, [left]);
  const again = async (): Promise<void> => {
    setLeft(AGAIN_AFTER_SECONDS);
    try {
      await change('/sign-in-link', { email });
      setSaid('Sent again.');
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <p>
        If <strong>{email}</strong> is known here, an email with a link is on its way. It works once, within 15 minutes,
        in <b>this browser</b>.
      </p>
      <div class="row">
        <Button disabled={left > 0} onClick={() => void again()}>
          {left > 0 ? `Send it again in ${left} s` : 'Send it again'}
        </Button>
        <Button look="ghost" onClick={onOther}>
          Another address
        </Button>
      </div>
      <p class="small faint">
        No email? Look in the spam folder, or ask an owner of your account whether you are a member.
      </p>
      <p role="status" class="small muted">
        {said}
      </p>
    </>
  );
}

export function UseLink() {
  const [token] = useState(() => location.hash.slice(1));
  const [isExpired, setExpired] = useState(token === '');
  if (isExpired)
    return (
      <Centered
        home="/"
        title={token === '' ? 'A link is missing' : 'This link is used or expired'}
        note="A link works once, for 15 minutes, and only in the browser that asked for it. Ask for a new one here."
        icon="warning"
      >
        <AskForLink embedded />
      </Centered>
    );
  return (
    <Centered home="/" title="Sign in" note="One click, and you are signed in.">
      <Form
        button="Sign in"
        large
        onSubmit={async () => {
          try {
            const data = await change<{ readonly continue_at?: string }>('/sign-in', { token });
            location.replace(data.continue_at ?? '/dashboard');
          } catch (error) {
            if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) throw error;
            setExpired(true);
          }
        }}
      />
      <p class="small">
        <a href="/dashboard">Ask for another link</a>
      </p>
    </Centered>
  );
}
