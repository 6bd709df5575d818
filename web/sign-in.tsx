/** Signing in: asking for a link, and using one. The link's token stands in the fragment, which no server sees, and is posted by a click. */
import { useState } from 'preact/hooks';
import { change } from './parts/api.ts';
import { Field, Form } from './parts/form.tsx';

export function AskForLink({ embedded = false }: { readonly embedded?: boolean }) {
  const [sent, setSent] = useState(false);
  const content = sent ? (
    <p role="status">
      If the address is known, a letter with a link is on its way. It holds 15 minutes, in this browser.
    </p>
  ) : (
    <Form
      button="Send me a link"
      onSubmit={async (values) => {
        await change('/sign-in-link', { email: values.email });
        setSent(true);
      }}
    >
      <Field name="email" label="E-mail address" type="email" autoComplete="email" required />
    </Form>
  );
  if (embedded) return content;
  return (
    <main class="text narrow">
      <h1>Sign in</h1>
      <p>Product Data for AI assistants. There is no password: you get a link by e-mail.</p>
      {content}
    </main>
  );
}

export function UseLink() {
  const [token] = useState(() => location.hash.slice(1));
  return (
    <main class="text narrow">
      <h1>Sign in</h1>
      {token === '' ? (
        <p>
          This address belongs to a link of a letter. <a href="/dashboard">Ask for one</a>.
        </p>
      ) : (
        <Form
          button="Sign in"
          onSubmit={async () => {
            const data = await change<{ readonly continue_at?: string }>('/sign-in', { token });
            location.replace(data.continue_at ?? '/dashboard');
          }}
        >
          <p>One click, and you are signed in.</p>
        </Form>
      )}
      <p>
        <a href="/dashboard">Ask for another link</a>
      </p>
    </main>
  );
}
