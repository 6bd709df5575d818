/** Numbers that a spreadsheet changed: how many, of which kind, and how they are kept. */
import { useRef } from 'preact/hooks';
import type { PreviewData } from '../../../../core/dashboard/views/upload-data.ts';
import { countOf } from '../../../design/amounts.ts';
import { Banner } from '../../../design/banner.tsx';
import { Button } from '../../../design/button.tsx';
import { Card } from '../../../design/card.tsx';
import { useBringFile } from '../bring-file.ts';
import { countSpoiled, spoiledLabel } from './upload-labels.ts';

interface SpoiledNumbersProps {
  readonly preview: PreviewData;
  readonly files: Map<string, File>;
  readonly replaces: string | null;
}

export function SpoiledNumbers({ preview, files, replaces }: SpoiledNumbersProps) {
  const { fault, bring } = useBringFile(files, replaces);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Banner
      look="warn"
      title={`A spreadsheet changed ${countOf(countSpoiled(preview.spoiled), 'number')} in this file`}
      actions={
        preview.format !== 'xlsx' && (
          <>
            <Button small onClick={() => input.current?.click()}>
              Upload the .xlsx instead
            </Button>
            <input
              ref={input}
              type="file"
              accept=".xlsx"
              hidden
              aria-label="The workbook instead"
              onChange={(event) => void bring(event.currentTarget.files?.[0])}
            />
            <span class="wrong-text" role="alert">
              {fault}
            </span>
          </>
        )
      }
    >
      {spoiledLabel(preview.spoiled)}
    </Banner>
  );
}

export function KeepNumbers() {
  return (
    <Card title="To keep the numbers" note="The original workbook has all digits." id="keep">
      <p class="small muted">
        <b>Best:</b> upload the workbook itself (.xlsx). We read the full number, whatever the cell shows.
      </p>
      <p class="small muted">
        <b>Or:</b> mark the columns, choose <b>Format → Text</b>, paste the numbers again, then save as CSV.
      </p>
      <p class="small muted">
        <b>Or:</b> import now. Rows without suggestions wait as Unusable, and you search their parts one by one.
      </p>
    </Card>
  );
}
