/** Shows a confirmation after a change for six seconds, with Undo if possible. It never reports an error. */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';

const SHOWN_MS = 6_000;

export interface Toast {
  readonly text: ComponentChildren;
  readonly undo?: () => void;
}

/** @returns a function that shows a confirmation, and the element in which it appears */
export function useToast(): readonly [
  show: (text: ComponentChildren, undo?: () => void) => void,
  place: ComponentChildren,
] {
  const [toast, setToast] = useState<Toast>();
  useEffect(() => {
    if (toast === undefined) return undefined;
    const ending = setTimeout(() => setToast(undefined), SHOWN_MS);
    return () => clearTimeout(ending);
  }, [toast]);
  const show = useCallback(
    (text: ComponentChildren, undo?: () => void) => setToast({ text, ...(undo !== undefined && { undo }) }),
    [],
  );
  return [show, <ToastPlace key="toast" toast={toast} onDone={() => setToast(undefined)} />];
}

function ToastPlace({ toast, onDone }: { readonly toast: Toast | undefined; readonly onDone: () => void }) {
  return (
    <div class="toast-place" role="status">
      {toast !== undefined && (
        <div class="toast">
          <Icon name="check" />
          <span>{toast.text}</span>
          {toast.undo !== undefined && (
            <button
              type="button"
              onClick={() => {
                toast.undo?.();
                onDone();
              }}
            >
              Undo
            </button>
          )}
        </div>
      )}
    </div>
  );
}
