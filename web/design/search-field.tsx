/** The field of a search, with its sign; whoever shows it searches. */
import { Icon } from './icon.tsx';

interface SearchFieldProps {
  readonly value: string;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly id?: string;
  /** For readers of the screen, where no element labels the field. */
  readonly label?: string;
  readonly describedBy?: string;
  readonly onInput: (value: string) => void;
}

export function SearchField({ value, maxLength, placeholder, id, label, describedBy, onInput }: SearchFieldProps) {
  return (
    <div class="searchbox grow">
      <Icon name="search" />
      <input
        id={id}
        class="input search"
        type="search"
        maxLength={maxLength}
        placeholder={placeholder}
        aria-label={label}
        aria-describedby={describedBy}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
