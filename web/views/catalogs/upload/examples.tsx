/** What the rows of a file would be, by outcome. Each line is a link that shows example rows of its outcome. */
import type { PreviewData, RowPreviewData } from '../../../../core/dashboard/views/upload-data.ts';
import type { RowGroup } from '../../../../core/catalogs/rows/row-groups.ts';
import { count } from '../../../design/amounts.ts';
import { Card } from '../../../design/card.tsx';
import { OutcomeMeter } from '../outcome-meter.tsx';
import { BAR_GROUPS, GROUPS } from '../row-labels.ts';
import { rowsOf } from './upload-labels.ts';

/** Returns the rows of the group, or ten: a few of each group. */
export function shownExamples({ rows }: PreviewData, group: string | undefined): readonly RowPreviewData[] {
  const ofGroup = rows.filter((row) => row.group === group);
  return ofGroup.length > 0 ? ofGroup : rows.filter((row) => row.is_telling);
}

interface ExamplesProps {
  readonly preview: PreviewData;
  readonly group: string | undefined;
  readonly addressOf: (group?: RowGroup) => string;
}

export function Examples({ preview, group, addressOf }: ExamplesProps) {
  const { groups, in_file: inFile } = preview;
  const previewed = rowsOf(preview);
  const all = inFile?.rows ?? previewed;
  const more = inFile?.has_more === true ? 'more than ' : '';
  const isFiltered = preview.rows.some((row) => row.group === group);
  return (
    <Card
      title={
        preview.is_whole
          ? `All ${count(previewed)} rows would be`
          : `The first ${count(previewed)} of ${more}${count(all)} rows would be`
      }
      note={
        preview.is_whole
          ? `${count(previewed - groups.left_out)} are imported, ${count(groups.left_out)} left out`
          : undefined
      }
      id="would-be"
    >
      <OutcomeMeter label={`${count(groups.matched)} of ${count(previewed)} match`} groups={groups} />
      <nav class="outcomes" aria-label="Show example rows that would be">
        <a href={addressOf()} aria-current={isFiltered ? undefined : 'true'}>
          {preview.is_whole && preview.rows.every((row) => row.is_telling) ? 'All rows' : 'A few of each'}
          <b>{count(previewed)}</b>
        </a>
        {BAR_GROUPS.filter((of) => groups[of] > 0).map((of) => {
          const { label, colour } = GROUPS.find((known) => known.group === of)!;
          return (
            <a key={of} href={addressOf(of)} aria-current={of === group ? 'true' : undefined}>
              <i class={colour} />
              {of === 'to_decide' ? 'To decide, with suggestions' : label}
              <b>{count(groups[of])}</b>
            </a>
          );
        })}
        {all > previewed && (
          <span>
            <i />
            Not looked at yet
            <b>
              {more}
              {count(all - previewed)}
            </b>
          </span>
        )}
      </nav>
      <p class="hint">Choose a line to see its rows below.</p>
    </Card>
  );
}
