/**
 * A dialog over the page: Escape and Cancel close it, and the focus returns to the element that opened it. A `sheet`
 * opens from the right, for work on a row. A rendered dialog is open; its parent removes it in `onClose`.
 */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../design/button.tsx';

interface DialogProps {
  readonly title: ComponentChildren;
  /** Undefined: it cannot be closed. */
  readonly onClose: (() => void) | undefined;
  readonly kind?: 'plain' | 'wide' | 'sheet';
  /** `alertdialog`: the dialog asks before an action that cannot be undone. */
  readonly role?: 'dialog' | 'alertdialog';
  /** The body (`div.body`) and foot (`div.dialog-foot`), or a form with both. */
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, kind = 'plain', role = 'dialog', children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    // The focus returns to the element that opened the dialog, if it still exists. The dialog closes first, because
    // nothing below an open dialog can get the focus.
    return () => {
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={kind === 'plain' ? 'dialog' : `dialog ${kind}`}
      role={role}
      aria-labelledby={id}
      // A search field would take the first Escape to clear itself.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        event.preventDefault();
        onClose?.();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div class="dialog-head">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {onClose !== undefined && <Button look="ghost" small icon="close" label="Close" onClick={onClose} />}
      </div>
      {children}
    </dialog>
  );
}
