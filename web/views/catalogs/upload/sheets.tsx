/** All sheets of a workbook with their rows; one of them becomes a catalog. */
import type { PreviewData, SheetData } from '../../../../core/dashboard/views/upload-data.ts';
import { count } from '../../../design/amounts.ts';
import { Badge } from '../../../design/badge.tsx';
import { Card } from '../../../design/card.tsx';
import { sheetLabel } from './upload-labels.ts';

interface SheetsProps {
  readonly sheets: readonly SheetData[];
  readonly shown: string | null;
  /** How the shown sheet is understood. */
  readonly preview: PreviewData | undefined;
  readonly onChange: (sheet: string) => void;
}

export function Sheets({ sheets, shown, preview, onChange }: SheetsProps) {
  return (
    <Card title="Sheet" note={`One of the ${count(sheets.length)} in this workbook`} id="sheets">
      <fieldset class="choice">
        <legend class="unseen">Sheet</legend>
        {sheets.map((sheet) => (
          <label key={sheet.name}>
            <input
              type="radio"
              name="sheet"
              value={sheet.name}
              checked={sheet.name === shown}
              onChange={() => onChange(sheet.name)}
            />
            <span>
              <strong dir="auto">{sheet.name}</strong>
              <small>{sheetLabel(sheet, sheet.name === preview?.sheet ? preview : undefined)}</small>
            </span>
            {sheet.kind === 'parts' && <Badge look="ok">Recognised</Badge>}
          </label>
        ))}
      </fieldset>
      <p class="hint">One sheet becomes one catalog. The others are not imported.</p>
    </Card>
  );
}
