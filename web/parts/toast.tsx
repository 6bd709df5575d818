/**
 * Shows a confirmation after a change for some seconds, and as long as it is pointed at or focused, with Undo if
 * possible. It never reports an error.
 */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';

const SHOWN_MS = 10_000;

interface Toast {
  readonly text: ComponentChildren;
  readonly undo?: () => void;
}

/** @returns a function that shows a confirmation, and the element in which it appears */
export function useToast(): readonly [
  show: (text: ComponentChildren, undo?: () => void) => void,
  place: ComponentChildren,
] {
  const [toast, setToast] = useState<Toast>();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (toast === undefined || isHeld) return undefined;
    const ending = setTimeout(() => setToast(undefined), SHOWN_MS);
    return () => clearTimeout(ending);
  }, [toast, isHeld]);
  const show = useCallback(
    (text: ComponentChildren, undo?: () => void) => setToast({ text, ...(undo !== undefined && { undo }) }),
    [],
  );
  return [show, <ToastPlace key="toast" toast={toast} onHold={setHeld} onDone={() => setToast(undefined)} />];
}

interface ToastPlaceProps {
  readonly toast: Toast | undefined;
  readonly onHold: (isHeld: boolean) => void;
  readonly onDone: () => void;
}

function ToastPlace({ toast, onHold, onDone }: ToastPlaceProps) {
  return (
    <div class="toast-place" role="status">
      {toast !== undefined && (
        <div
          class="toast"
          onPointerEnter={() => onHold(true)}
          onPointerLeave={() => onHold(false)}
          onFocusIn={() => onHold(true)}
          onFocusOut={() => onHold(false)}
        >
          <Icon name="check" />
          <span>{toast.text}</span>
          {toast.undo !== undefined && (
            <button
              type="button"
              onClick={() => {
                toast.undo?.();
                onHold(false);
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
