/**
 * Shows the sign-in: requesting a link, and using one. The link's token is in the fragment, which browsers do not send.
 * A click sends the token.
 */
import type { ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './design/button.tsx';
import { Centered } from './design/centered.tsx';
import { useServiceName } from './design/service-name.ts';
import { ApiError, change } from './parts/api.ts';
import { askedAddress, askedPage, forgetAskedAddress, keepAskedAddress } from './parts/asked-address.ts';
import { Field, Form } from './parts/form.tsx';

/** The link can be requested again after this time; the service does not send a second email sooner either. */
const AGAIN_AFTER_SECONDS = 60;

/** The first screen of the card: a plain sign-in, or the reason why a link did not work. */
type Begins = 'sign-in' | 'link-spent' | 'link-missing';

interface AskForLinkProps {
  /** Whether the card is in a dialog, which has its own explanation. */
  readonly embedded?: boolean;
  readonly begins?: Begins;
}

export function AskForLink({ embedded = false, begins = 'sign-in' }: AskForLinkProps) {
  const [sentTo, setSentTo] = useState<string>();
  const other = () => {
    forgetAskedAddress();
    setSentTo(undefined);
  };
  if (sentTo !== undefined)
    return embedded ? (
      <>
        <LinkSent email={sentTo} onOther={other} />
        <p class="small faint">{NOTHING_CAME}</p>
      </>
    ) : (
      <Card title="Look into your mail" icon="mail" below={NOTHING_CAME}>
        <LinkSent email={sentTo} onOther={other} />
      </Card>
    );
  const isAgain = begins !== 'sign-in';
  const form = (
    <Form
      button={isAgain ? 'Send me a new link' : 'Send me a link'}
      large
      onSubmit={async ({ email = '' }) => {
        await change('/sign-in-link', { email });
        keepAskedAddress(email, Date.now());
        setSentTo(email);
      }}
    >
      <Field
        name="email"
        label="Email address"
        type="email"
        autoComplete="email"
        placeholder="you@company.example"
        value={isAgain ? askedAddress(Date.now()) : ''}
        required
      />
    </Form>
  );
  if (embedded) return form;
  const below = (
    <>
      No account yet? <a href="/plans#start">How to get one</a>
    </>
  );
  if (begins === 'sign-in')
    return (
      <Card title="Sign in" note="There is no password: you get a link by email." below={below}>
        {form}
      </Card>
    );
  const isSpent = begins === 'link-spent';
  return (
    <Card
      title={isSpent ? 'This link no longer works' : 'This address lacks its link'}
      note={
        isSpent
          ? 'A link works once, for 15 minutes, and only in the browser that asked for it. Get a new one:'
          : 'Open the whole link of the email, or get a new one:'
      }
      icon="trail"
      warns
    >
      {form}
    </Card>
  );
}

const NOTHING_CAME = 'No email? Look in the spam folder, or ask an owner of your account whether you are a member.';

/** The wording is the same whether or not the address has an account. */
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
      <Button disabled={left > 0} onClick={() => void again()} wide large>
        {left > 0 ? `Send it again in ${left} s` : 'Send it again'}
      </Button>
      <Button look="ghost" onClick={onOther} wide>
        Another address
      </Button>
      <p role="status" class="small muted">
        {said}
      </p>
    </>
  );
}

export function UseLink() {
  const [token] = useState(() => location.hash.slice(1));
  const [isExpired, setExpired] = useState(token === '');
  if (isExpired) return <AskForLink begins={token === '' ? 'link-missing' : 'link-spent'} />;
  return (
    <Card title="Sign in" note="One click, and you are signed in.">
      <Form
        button="Sign in"
        large
        onSubmit={async () => {
          try {
            const data = await change('/sign-in', { token });
            const page = askedPage(Date.now());
            forgetAskedAddress();
            location.replace(data.continue_at ?? page);
          } catch (error) {
            if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) throw error;
            setExpired(true);
          }
        }}
      />
      <p class="small">
        <a href="/dashboard">Ask for another link</a>
      </p>
    </Card>
  );
}

/** A card with a title that is also the title of the page. */
function Card(props: Omit<ComponentProps<typeof Centered>, 'home'>) {
  const serviceName = useServiceName();
  useEffect(() => {
    document.title = `${props.title} – ${serviceName}`;
  }, [props.title]);
  return <Centered home="/" {...props} />;
}
