/** Asks before what cannot be undone. The focus goes to the question and back again, Escape leaves it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { usePage } from './page-context.ts';
import { Form } from './form.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly button: string;
  readonly onConfirm: () => Promise<void>;
  readonly onCancel: () => void;
  readonly children: ComponentChildren;
}

export function Confirm({ title, button, onConfirm, onCancel, children }: ConfirmProps) {
  const id = useId();
  const { tell } = usePage();
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    question.current?.focus();
    // Back to what asked, if it is still there.
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return (
    <div
      class="dialog"
      role="alertdialog"
      aria-labelledby={id}
      tabIndex={-1}
      ref={question}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <Form button={button} danger tell={tell} onSubmit={onConfirm} />
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
