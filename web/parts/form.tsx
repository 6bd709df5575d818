/** A form that sends, says that it does, and shows what was refused beside the field at fault. */
import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext, useId, useRef, useState } from 'preact/hooks';
import { ApiError } from './api.ts';

type Values = Readonly<Record<string, string>>;
interface Refusal {
  readonly message: string;
  readonly field: string | null;
}

const RefusalContext = createContext<Refusal | undefined>(undefined);

interface FormProps {
  readonly button: string;
  readonly danger?: boolean;
  readonly onSubmit: (values: Values, form: HTMLFormElement) => Promise<void>;
  /** Words for an error; empty ones are told elsewhere. */
  readonly tell?: (error: unknown) => string;
  readonly children?: ComponentChildren;
}

export function Form({ button, danger = false, onSubmit, tell, children }: FormProps) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (): Promise<void> => {
    if (form.current === null || busy) return;
    setBusy(true);
    setRefusal(undefined);
    const values = Object.fromEntries(
      [...new FormData(form.current)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    try {
      await onSubmit(values, form.current);
    } catch (error) {
      const message = tell === undefined ? (error instanceof Error ? error.message : String(error)) : tell(error);
      setRefusal({ message, field: error instanceof ApiError ? error.field : null });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <RefusalContext.Provider value={refusal}>
        {children}
        <p class="actions">
          <button type="submit" class={danger ? 'danger' : 'primary'} aria-disabled={busy}>
            {busy ? 'One moment…' : button}
          </button>
        </p>
        <p role="alert" class="refusal">
          {refusal?.message ?? ''}
        </p>
      </RefusalContext.Provider>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email';
  readonly value?: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly autoComplete?: string;
  readonly inputMode?: 'decimal' | 'text';
}

export function Field({
  name,
  label,
  type = 'text',
  value,
  hint,
  required,
  autoComplete = 'off',
  inputMode,
}: FieldProps) {
  const id = useId();
  const refusal = useContext(RefusalContext);
  const isAtFault = refusal?.field === name;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        {...(type === 'email' ? { type: 'email' as const } : { type: 'text' as const })}
        defaultValue={value ?? ''}
        required={required ?? false}
        autoComplete={autoComplete}
        inputMode={inputMode}
        aria-invalid={isAtFault}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </p>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange?: (value: string) => void;
}

export function Choice({ name, label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={value ?? ''}
        onChange={(event) => onChange?.(event.currentTarget.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}
