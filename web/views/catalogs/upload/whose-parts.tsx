/** A file without a column of the manufacturer: a member names the column, or the one manufacturer of all parts. */
import { useEffect, useId, useState } from 'preact/hooks';
import type { PreviewData } from '../../../../core/dashboard/views/upload-data.ts';
import { Card } from '../../../design/card.tsx';
import type { Reading } from './reading.ts';
import { Select } from './select.tsx';

interface WhosePartsProps {
  readonly preview: PreviewData;
  readonly reading: Reading;
  readonly onRead: (reading: Reading) => void;
}

/** Whether numbers were found, and no column says whose they are. */
export function namesNoMaker({ columns }: PreviewData): boolean {
  const isUsed = (name: string) => columns.some(({ field }) => field === name);
  return isUsed('supplier_part_number') && !isUsed('supplier');
}

export function WhoseParts({ preview, reading, onRead }: WhosePartsProps) {
  const used = new Set(preview.columns.map(({ place }) => place));
  const free = preview.headings.flatMap((heading, index) =>
    used.has(index + 1) ? [] : [[String(index + 1), heading.trim() === '' ? `Column ${index + 1}` : heading] as const],
  );
  return (
    <Card title="Whose parts are they?" note="One of these makes most rows match." id="whose">
      <Select
        label="A column holds the manufacturer"
        value=""
        options={[['', 'None of them'], ...free]}
        onChange={(place) =>
          place !== '' &&
          onRead({
            ...reading,
            manufacturer: null,
            columns: [
              ...reading.columns.filter((one) => one.place !== Number(place)),
              { place: Number(place), field: 'supplier' },
            ],
          })
        }
      />
      <OneMaker
        value={reading.manufacturer ?? ''}
        onChange={(name) => onRead({ ...reading, manufacturer: name === '' ? null : name })}
      />
    </Card>
  );
}

/** The rows are checked again when the field loses the focus, or on Enter. */
function OneMaker({ value, onChange }: { readonly value: string; readonly onChange: (name: string) => void }) {
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => text.trim() !== value && onChange(text.trim());
  return (
    <div class="field">
      <label for={id}>All parts are from one manufacturer</label>
      <input
        id={id}
        class="input"
        dir="auto"
        value={text}
        maxLength={100}
        placeholder="For example Murata"
        aria-describedby={`${id}-below`}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <span class="hint" id={`${id}-below`}>
        Fills the manufacturer of every row. The rows are checked again.
      </span>
    </div>
  );
}
