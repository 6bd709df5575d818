/**
 * Reads the part of Logs Insights' query language that the service uses: `fields @message`, filters that must all
 * match, newest first, and a limit. Anything else is refused as malformed, because AWS's behavior could not be
 * reproduced on this machine.
 */
import { ServiceRefusal } from '../json-endpoint.ts';

type Line = Readonly<Record<string, unknown>>;
type Condition = (line: Line) => boolean;

interface InsightsText {
  readonly fits: Condition;
  readonly limit: number;
}

/** @throws {ServiceRefusal} */
export function readInsightsText(text: string): InsightsText {
  const commands = text.split(' | ');
  const [fields, ...filters] = commands.slice(0, -2);
  const [sort, limit = ''] = commands.slice(-2);
  const most = /^limit (\d{1,5})$/.exec(limit)?.[1];
  if (fields !== 'fields @message' || sort !== 'sort @timestamp desc' || most === undefined) throw malformed(text);
  const conditions = filters.map((filter) => readFilter(filter));
  return { fits: (line) => conditions.every((holds) => holds(line)), limit: Number(most) };
}

function readFilter(filter: string): Condition {
  if (!filter.startsWith('filter ')) throw malformed(filter);
  const alternatives = filter.slice('filter '.length).split(' or ').map(readCondition);
  return (line) => alternatives.some((holds) => holds(line));
}

function readCondition(text: string): Condition {
  const [, present] = /^ispresent\((\w+)\)$/.exec(text) ?? [];
  if (present !== undefined) return (line) => line[present] !== undefined;
  const [, field = '', sign, word, number] = /^(\w+) (=|!=|>) (?:"([^"\\]*)"|(\d+))$/.exec(text) ?? [];
  const value = word ?? (number === undefined ? undefined : Number(number));
  if (value === undefined) throw malformed(text);
  switch (sign) {
    case '=':
      return (line) => line[field] === value;
    case '!=':
      return (line) => line[field] !== undefined && line[field] !== value;
    default:
      return (line) => typeof line[field] === 'number' && line[field] > Number(value);
  }
}

function malformed(text: string): ServiceRefusal {
  return new ServiceRefusal('MalformedQueryException', `The local run does not know this query: ${text}`);
}
