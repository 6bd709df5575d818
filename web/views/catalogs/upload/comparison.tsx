/** What a replacement of a catalog would change. */
import { OUTCOME_LABELS } from '../../../../core/catalogs/rows/outcome-labels.ts';
import type { ComparisonData, NamedRowData } from '../../../../core/dashboard/views/upload-data.ts';
import { count } from '../../../design/amounts.ts';
import { Badge } from '../../../design/badge.tsx';
import { Card } from '../../../design/card.tsx';
import { Cell, Row, RowHead, Table } from '../../../design/table.tsx';

const KIND_LOOKS = { changed: 'warn', added: 'ok', removed: 'bad' } as const;

export function Comparison({ comparison: { counts, changes } }: { readonly comparison: ComparisonData }) {
  const told = Object.entries(counts).map(([what, rows]) => `${count(rows)} ${what.replaceAll('_', ' ')}`);
  return (
    <Card bare title="What changes" note={`Against the rows that are there: ${told.join(', ')}.`} id="changes">
      {changes.length > 0 && (
        <Table
          caption="The first changes"
          columns={[{ name: 'Row' }, { name: 'Change' }, { name: 'Your number' }, { name: 'Before' }, { name: 'Now' }]}
        >
          {changes.map(({ kind, now, before }, index) => (
            <Row key={index}>
              <RowHead>{(now ?? before)?.row}</RowHead>
              <Cell name="Change" state>
                <Badge look={KIND_LOOKS[kind]}>{kind}</Badge>
              </Cell>
              <Cell name="Your number">{(now ?? before)?.your_item_number ?? '–'}</Cell>
              <Cell name="Before">{partWords(before)}</Cell>
              <Cell name="Now">{partWords(now)}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </Card>
  );
}

function partWords(row: NamedRowData | null): string {
  if (row === null) return '–';
  const name = [row.supplier, row.supplier_part_number, row.gtin].filter((cell) => cell !== null).join(' ');
  return `${name} (${OUTCOME_LABELS[row.outcome].toLowerCase()})`;
}
