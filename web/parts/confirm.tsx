/** Asks for confirmation before a change that cannot be undone, and states its consequences. */
import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { usePage } from './page-context.ts';

interface ConfirmProps {
  readonly title: string;
  /** The label of the button, which names the action: “Revoke the key”, never “OK”. */
  readonly button: string;
  /** `false`: it can be undone. */
  readonly danger?: boolean;
  readonly onConfirm: (values: Readonly<Record<string, string>>) => Promise<void>;
  readonly onCancel: () => void;
  readonly children: ComponentChildren;
}

export function Confirm({ title, button, danger = true, onConfirm, onCancel, children }: ConfirmProps) {
  const { tell } = usePage();
  return (
    <Dialog title={title} onClose={onCancel} role="alertdialog">
      <Form button={button} danger={danger} tell={tell} onSubmit={onConfirm} onCancel={onCancel}>
        {children}
      </Form>
    </Dialog>
  );
}
