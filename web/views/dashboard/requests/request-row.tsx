/** One call: time, tool with its sizes, key or assistant, outcome, cost, and its id to copy. */
import type { ComponentChildren } from 'preact';
import type { RefusalData, RequestLineData } from '../../../../core/dashboard/views/request-data.ts';
import { count } from '../../../design/amounts.ts';
import { LinkButton } from '../../../design/button.tsx';
import { Badge } from '../../../design/badge.tsx';
import { Cell, Row, RowHead } from '../../../design/table.tsx';
import { When } from '../../../design/when.tsx';
import { CopiedId } from '../../../parts/copy.tsx';
import { addressOf } from '../../../parts/route.ts';
import type { Caller } from './request-filter.ts';
import { RaiseBudget } from '../../access/budgets/budget-button.tsx';
import { argumentWords, isOfBudget, outcomeLabels, refusedKind } from './request-labels.ts';

interface RequestRowProps {
  readonly request: RequestLineData;
  readonly callers: ReadonlyMap<string, Caller>;
  /** The address of the error reference. */
  readonly docs: string;
  /** Whether it is one of an opened group. */
  readonly isInner?: boolean;
}

export function RequestRow({ request, callers, docs, isInner = false }: RequestRowProps) {
  const { client_id: id, refusal } = request;
  const caller = callers.get(id ?? '');
  const { look, word } = outcomeLabels(request);
  return (
    <Row look={isInner ? 'inner' : undefined}>
      <Cell name="Time">
        <When at={request.at} />
      </Cell>
      <RowHead
        sub={
          <>
            {requestSub(request)}
            {refusal !== null && <Refused request={request} refusal={refusal} caller={caller} docs={docs} />}
          </>
        }
      >
        {requestName(request)}
      </RowHead>
      <Cell name="Key" sub={caller?.of}>
        {caller?.name ?? (id === null ? 'unknown' : <code>{id}</code>)}
      </Cell>
      <Cell name="Outcome" state>
        <Badge look={look}>{word}</Badge>
      </Cell>
      <Cell name="Tokens" right>
        {count(request.tokens)}
      </Cell>
      <Cell name="Request id" full>
        <CopiedId id={request.request_id} />
      </Cell>
    </Row>
  );
}

/** Names the tool, or the method of another MCP message. */
export function requestName({ tool, method }: RequestLineData): ComponentChildren {
  const name = tool ?? method;
  return name === null ? 'No tool' : <code>{name}</code>;
}

/** `HTTP API · 12 parts` */
export function requestSub({ interface: through, sizes }: RequestLineData): string | undefined {
  const parts = [...(through === 'api' ? ['HTTP API'] : []), ...(sizes === null ? [] : [argumentWords(sizes)])];
  return parts.length === 0 ? undefined : parts.join(' · ');
}

interface RefusedProps extends FixProps {
  readonly request: RequestLineData;
}

/** The message that the program got, under the call, and what can be done here. */
export function Refused({ request, refusal, caller, docs }: RefusedProps) {
  const kind = refusedKind(request);
  return (
    <>
      <span class="served">
        {kind !== undefined && <b>{kind}. </b>}
        <Fix refusal={refusal} caller={caller} docs={docs} />
      </span>
      <Mend refusal={refusal} clientId={request.client_id} caller={caller} />
    </>
  );
}

/** Leads to where something can be done here; nothing where the program must change. */
function Mend({ refusal, clientId, caller }: Omit<FixProps, 'docs'> & { readonly clientId: string | null }) {
  if (isOfBudget(refusal)) return <RaiseBudget clientId={clientId} />;
  switch (refusal.code) {
    case 'insufficient_scope':
      return caller === undefined ? null : (
        <LinkButton small href={addressOf(caller.of === undefined ? 'keys' : 'assistants')}>
          Permissions of {caller.name}
        </LinkButton>
      );
    case 'spending_cap_reached':
    case 'no_active_plan':
    case 'trial_ended':
    case 'trial_limit_reached':
    case 'past_due':
    case 'plan_required_for_enrich':
      return (
        <LinkButton small href={addressOf('settings')}>
          Plan and cap
        </LinkButton>
      );
    default:
      return null;
  }
}

interface FixProps {
  readonly refusal: RefusalData;
  readonly caller: Caller | undefined;
  readonly docs: string;
}

function Fix({ refusal, caller, docs }: FixProps) {
  const { code, fix, is_served: isServed, field, scope_needed: scope } = refusal;
  // The message that was served says them itself.
  const meant = isServed ? null : (field ?? scope);
  const figures = isServed ? undefined : figuresOf(refusal);
  return (
    <>
      {figures !== undefined && `${figures} `}
      {fix !== null && <WithCode text={fix} />}{' '}
      {meant !== null && (
        <>
          Here: <code>{meant}</code>
          {caller !== undefined && `, with ${caller.name}`}.{' '}
        </>
      )}
      {code !== null && (
        <a href={`${docs}/errors#${code}`} aria-label={`More about ${code}`}>
          More
        </a>
      )}
    </>
  );
}

function figuresOf({ asked, limit, limit_of: unit }: RefusalData): string | undefined {
  if (limit === null || unit === null) return undefined;
  return asked === null
    ? `At most ${count(limit)} ${unit}.`
    : `${count(asked)} asked for, at most ${count(limit)} ${unit}.`;
}

/** Words between backticks are code. */
function WithCode({ text }: { readonly text: string }): ComponentChildren {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
