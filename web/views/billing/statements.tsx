/**
 * Statements: the cost of each past period and of the current one so far; one of them can be printed or saved. Only
 * owners see them.
 */
import type { StatementData, StatementSummary } from '../../../core/dashboard/views/statement-data.ts';
import { billedCalls } from '../../design/amounts.ts';
import { Button } from '../../design/button.tsx';
import { Card, KeyValues } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Brand } from '../../design/icon.tsx';
import { Head } from '../../design/head.tsx';
import { Cell, Row, RowHead, Table } from '../../design/table.tsx';
import { downloadText } from '../../parts/download.ts';
import { useLoaded } from '../../parts/load.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { usePage } from '../../parts/page-context.ts';
import { addressOf, useRoute } from '../../parts/route.ts';
import { count, day } from '../../parts/labels.ts';

const VIEW = 'statements';
const OPEN = 'open';

export function StatementsView() {
  const { overview } = usePage();
  const { period } = useRoute().query;
  if (overview.person.role !== 'owner')
    return (
      <>
        <Head title="Statements" />
        <Empty icon="statements" title="Owners see the statements">
          What a period costs is shown to the owners of the account.
        </Empty>
      </>
    );
  return period === undefined ? <List /> : <One key={period} period={period} />;
}

function List() {
  const loaded = useLoaded('/statements');
  const { data } = loaded;
  return (
    <>
      <Head
        title="Statements"
        note="The running period, and one for each that is over: written some hours after its end, when no research of it is open. A statement is not an invoice."
      />
      {data === undefined && <NotLoaded what="The statements" from={loaded} />}
      {data !== undefined && (
        <Card bare label="Statements">
          <Table
            caption="Statements"
            columns={[
              { name: 'Period' },
              { name: 'Plan' },
              { name: 'Billed calls', right: true },
              { name: 'Tokens', right: true },
              { name: 'Parts found', right: true },
              { name: 'To pay', right: true },
            ]}
          >
            <SummaryRow
              statement={data.open}
              period={OPEN}
              sub={`Not issued: the period runs${data.open.reserved_usd === null ? '' : `; ${data.open.reserved_usd} reserved`}`}
            />
            {data.statements.map((one) => (
              <SummaryRow key={one.period} statement={one} period={one.period} />
            ))}
          </Table>
        </Card>
      )}
    </>
  );
}

function SummaryRow({
  statement,
  period,
  sub,
}: {
  readonly statement: StatementSummary;
  readonly period: string;
  readonly sub?: string;
}) {
  return (
    <Row>
      <RowHead sub={sub}>
        <a href={addressOf(VIEW, { period })}>{periodWords(statement)}</a>
      </RowHead>
      <Cell name="Plan">{statement.plan}</Cell>
      <Cell name="Billed calls" right>
        {billedCalls(statement.billed_calls, statement.calls)}
      </Cell>
      <Cell name="Tokens" right>
        {count(statement.tokens)}
      </Cell>
      <Cell name="Parts found" right>
        {count(statement.parts_found)}
      </Cell>
      <Cell name="To pay" right>
        {statement.total_usd}
      </Cell>
    </Row>
  );
}

function One({ period }: { readonly period: string }) {
  const loaded = useLoaded('/statements/one', { period });
  const { data } = loaded;
  const crumbs = <a href={addressOf(VIEW)}>Statements</a>;
  if (data === undefined)
    return (
      <>
        <Head title="Statement" crumbs={crumbs} />
        <NotLoaded what="The statement" from={loaded} />
      </>
    );
  const isOpen = data.closed_at === null;
  return (
    <article class="statement stack">
      <Issuer statement={data} />
      <Head
        title={isOpen ? 'The running period' : `Statement, ${periodWords(data)}`}
        note={
          data.closed_at === null
            ? 'What would be stated if nothing more happened in it.'
            : `Statement ${data.statement_id}, issued ${day(data.closed_at)} by ${data.issuer.name}. It is not an invoice.`
        }
        crumbs={crumbs}
        actions={
          <>
            <Button
              icon="download"
              onClick={() => downloadText(`${data.statement_id}${isOpen ? '_running' : ''}.csv`, [data.csv])}
            >
              Download as CSV
            </Button>
            <Button look="primary" onClick={() => print()}>
              Print
            </Button>
          </>
        }
      />
      <Card
        id="of"
        title={data.account_name}
        note={isOpen ? data.account_id : `${data.account_id}, ${data.statement_id}`}
      >
        <KeyValues
          rows={[
            { name: 'Period', value: periodWords(data) },
            { name: 'Issued', value: data.closed_at === null ? 'Not issued: the period runs' : day(data.closed_at) },
            { name: 'Plan', value: data.plan },
            { name: 'Tokens', value: `${count(data.tokens)}, ${count(data.tokens_included)} included` },
            { name: 'Beyond the plan', value: data.price },
            { name: 'Billed calls', value: billedCalls(data.billed_calls, data.calls) },
            { name: 'Records', value: count(data.records) },
            ...(data.reserved_usd === null
              ? []
              : [{ name: 'Research under way', value: `${data.reserved_usd} reserved, charged only if found` }]),
          ]}
        />
      </Card>
      <Card bare id="lines" title="What it costs">
        <Table
          caption="Lines"
          columns={[
            { name: 'For' },
            { name: 'Quantity', right: true },
            { name: 'Exactly', right: true },
            { name: 'To pay', right: true },
          ]}
        >
          {data.lines.map((line) => (
            <Row key={line.line_id}>
              <RowHead>{LINE_NAMES[line.kind] ?? line.description}</RowHead>
              <Cell name="Quantity" right>
                {line.unit_price === null ? count(line.quantity) : `${count(line.quantity)} × ${line.unit_price}`}
              </Cell>
              <Cell name="Exactly" right>
                {line.exact_usd}
              </Cell>
              <Cell name="To pay" right>
                {line.amount_usd}
              </Cell>
            </Row>
          ))}
          <Row>
            <RowHead>
              <strong>Total</strong>
            </RowHead>
            <Cell name="Quantity" right />
            <Cell name="Exactly" right>
              {data.exact_usd}
            </Cell>
            <Cell name="To pay" right>
              <strong>{data.total_usd}</strong>
            </Cell>
          </Row>
        </Table>
      </Card>
      {data.keys.length > 0 && <Keys data={data} />}
      {data.parts.length > 0 && <Parts data={data} />}
    </article>
  );
}

/** The statement names its period once; a correction names the one that it corrects. */
const LINE_NAMES: Readonly<Partial<Record<StatementData['lines'][number]['kind'], string>>> = {
  monthly_fee: 'Monthly fee',
  overage: 'Tokens beyond the plan',
  research: 'Parts found by research',
};

/** The head of the paper: who issues it, its number and day. */
function Issuer({
  statement: { issuer, statement_id: number, closed_at: closedAt },
}: {
  readonly statement: StatementData;
}) {
  return (
    <div class="issuer">
      <div>
        <Brand />
        <p>
          {issuer.name}
          <br />
          {issuer.email}
          {issuer.vat_id !== null && ` · VAT id ${issuer.vat_id}`}
        </p>
      </div>
      <div>
        <b>{closedAt === null ? 'The running period' : `Statement ${number}`}</b>
        <p>{closedAt === null ? 'Not issued: the period runs' : `Issued ${day(closedAt)}`}</p>
      </div>
    </div>
  );
}

function Keys({ data }: { readonly data: StatementData }) {
  return (
    <Card bare id="keys" title="By key" note="As its assistants used it: a statistic, no amount comes from it.">
      <Table
        caption="Use by key"
        columns={[{ name: 'Key' }, { name: 'Tokens', right: true }, { name: 'Billed calls', right: true }]}
      >
        {data.keys.map((key) => (
          <Row key={key.client_id ?? ''}>
            <RowHead {...(key.client_id !== null && { sub: key.client_id })}>{key.name}</RowHead>
            <Cell name="Tokens" right>
              {count(key.tokens)}
            </Cell>
            <Cell name="Billed calls" right>
              {billedCalls(key.billed_calls, key.calls)}
            </Cell>
          </Row>
        ))}
        <Row>
          <RowHead>
            <strong>Together</strong>
          </RowHead>
          <Cell name="Tokens" right>
            {count(data.tokens)}
          </Cell>
          <Cell name="Billed calls" right>
            {billedCalls(data.billed_calls, data.calls)}
          </Cell>
        </Row>
      </Table>
    </Card>
  );
}

function Parts({ data }: { readonly data: StatementData }) {
  const more = data.parts_found - data.parts.length;
  return (
    <Card
      bare
      id="parts"
      title="Parts found by research"
      {...(more > 0 && { note: `The first ${count(data.parts.length)}; ${count(more)} more are not shown.` })}
    >
      <Table caption="Parts found" columns={[{ name: 'Part number' }, { name: 'Manufacturer' }, { name: 'Found' }]}>
        {data.parts.map((part, index) => (
          <Row key={index}>
            <RowHead>{part.part_number}</RowHead>
            <Cell name="Manufacturer">{part.manufacturer}</Cell>
            <Cell name="Found">{day(part.found_at)}</Cell>
          </Row>
        ))}
      </Table>
    </Card>
  );
}

/** Ends with the last day of the period, not with the first day of the next one. */
function periodWords({ start, end }: StatementSummary): string {
  return `${day(start)} to ${day(new Date(Date.parse(end) - 1).toISOString())}`;
}
