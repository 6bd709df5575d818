/**
 * A form that shows while it is being sent, and shows a refusal at the field that caused it. With `onCancel` it fills
 * a dialog.
 */
import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext, useId, useRef, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { ApiError } from './api.ts';

type Values = Readonly<Record<string, string>>;
interface Refusal {
  readonly message: string;
  readonly field: string | null;
}

interface FormState {
  readonly refusal: Refusal | undefined;
  /** The fields that show their own refusal, so that it does not appear below the form as well. */
  readonly fields: Set<string>;
}

const FormContext = createContext<FormState | undefined>(undefined);

interface FormProps {
  readonly button: string;
  readonly danger?: boolean;
  /** Whether the button is not primary, because another form of the view matters more. */
  readonly quiet?: boolean;
  /** As wide as its container, and 44 px high. */
  readonly large?: boolean;
  /** The text next to the button in the card's foot, for a form that fills a card. */
  readonly foot?: string;
  readonly onSubmit: (values: Values, form: HTMLFormElement) => Promise<void>;
  /** Returns the text of an error; empty if it is shown elsewhere. */
  readonly tell?: (error: unknown) => string;
  readonly onCancel?: () => void;
  /** Another action, at the other end of a dialog's foot. */
  readonly otherwise?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Form({
  button,
  danger = false,
  quiet = false,
  large = false,
  foot,
  onSubmit,
  tell,
  onCancel,
  otherwise,
  children,
}: FormProps) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fields = useRef(new Set<string>());
  const submit = async (): Promise<void> => {
    if (form.current === null || busy) return;
    const wrong = form.current.querySelector<HTMLInputElement>('input:invalid');
    if (wrong !== null) {
      setRefusal({ message: wrongWords(wrong), field: wrong.name });
      wrong.focus();
      return;
    }
    setBusy(true);
    setRefusal(undefined);
    try {
      await onSubmit(valuesOf(form.current), form.current);
    } catch (error) {
      const message = tell === undefined ? (error instanceof Error ? error.message : String(error)) : tell(error);
      setRefusal({ message, field: error instanceof ApiError ? error.field : null });
    } finally {
      setBusy(false);
    }
  };
  const toldBelow = refusal !== undefined && !fields.current.has(refusal.field ?? '') ? refusal.message : '';
  const send = (
    <Button
      type="submit"
      look={danger ? 'danger-solid' : quiet ? undefined : 'primary'}
      busy={busy}
      large={large}
      wide={large}
    >
      {busy ? 'One moment…' : button}
    </Button>
  );
  const told = (
    <p role="alert" class="wrong-text">
      {toldBelow}
    </p>
  );
  return (
    <form
      ref={form}
      class={onCancel === undefined ? 'plain-form' : undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormContext.Provider value={{ refusal, fields: fields.current }}>
        {onCancel === undefined ? (
          <>
            {children}
            {foot !== undefined && told}
            {foot === undefined ? (
              <div class={large ? undefined : 'row'}>{send}</div>
            ) : (
              <div class="form-foot">
                <span class="small muted">{foot}</span>
                {send}
              </div>
            )}
            {foot === undefined && told}
          </>
        ) : (
          <>
            <div class="body">
              {children}
              {told}
            </div>
            <div class="dialog-foot">
              {otherwise !== undefined && (
                <>
                  {otherwise}
                  <span class="grow" />
                </>
              )}
              <Button onClick={onCancel}>Cancel</Button>
              {send}
            </div>
          </>
        )}
      </FormContext.Provider>
    </form>
  );
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}

/** In the page's words and place, and not in a bubble of the browser. */
function wrongWords({ type, validity, value }: HTMLInputElement): string {
  if (validity.valueMissing) return type === 'email' ? 'Write your email address.' : 'Write something here.';
  return `“${value}” is no email address. One looks like you@company.example.`;
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email';
  readonly value?: string;
  readonly hint?: ComponentChildren;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly inputMode?: 'decimal' | 'numeric' | 'text';
  /** The unit in front of the amount: `$`. */
  readonly unit?: string;
  readonly onInput?: (value: string) => void;
}

/** Label above, hint below; a refusal replaces the hint. */
export function Field({ name, label, type = 'text', value, hint, required, unit, onInput, ...more }: FieldProps) {
  const id = useId();
  const form = useContext(FormContext);
  form?.fields.add(name);
  const wrong = form?.refusal?.field === name ? form.refusal.message : undefined;
  const below = wrong ?? hint;
  const input = (
    <input
      id={id}
      class="input"
      name={name}
      {...(type === 'email' ? { type: 'email' as const } : { type: 'text' as const })}
      defaultValue={value ?? ''}
      required={required ?? false}
      disabled={more.disabled ?? false}
      autoComplete={more.autoComplete ?? 'off'}
      placeholder={more.placeholder}
      inputMode={more.inputMode}
      onInput={(event) => onInput?.(event.currentTarget.value)}
      aria-invalid={wrong !== undefined}
      aria-describedby={below === undefined ? undefined : `${id}-below`}
    />
  );
  return (
    <div class={wrong === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      {unit === undefined ? (
        input
      ) : (
        <div class="input-group">
          <span aria-hidden="true">{unit}</span>
          {input}
        </div>
      )}
      {below !== undefined && (
        <span class={wrong === undefined ? 'hint' : 'wrong-text'} id={`${id}-below`}>
          {wrong !== undefined && <Icon name="warning" />}
          <span role={wrong === undefined ? undefined : 'alert'}>{below}</span>
        </span>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange?: (value: string) => void;
}

/** A choice of one among many, in a list that opens. */
export function Choice({ name, label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="select"
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
    </div>
  );
}

interface RadiosProps {
  readonly name: string;
  readonly legend: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly title: string; readonly note?: ComponentChildren }[];
  /** Whether the choices are in two columns. */
  readonly two?: boolean;
  readonly onChange?: (value: string) => void;
}

/** A choice of one among a few, each with its explanation. */
export function Radios({ name, legend, value, options, two = false, onChange }: RadiosProps) {
  return (
    <fieldset class={two ? 'choice two' : 'choice'}>
      <legend class="label">{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === value}
            onChange={() => onChange?.(option.value)}
          />
          <span>
            <strong>{option.title}</strong>
            {option.note !== undefined && <small>{option.note}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A checkbox with its explanation below. */
export function Check({
  name,
  checked = false,
  disabled = false,
  sub,
  children,
  onChange,
}: {
  readonly name: string;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly sub?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly onChange?: (checked: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        name={name}
        defaultChecked={checked}
        disabled={disabled}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <span>
        {children}
        {sub !== undefined && <span class="sub">{sub}</span>}
      </span>
    </label>
  );
}
