/** One change as it is shown, searched and exported. */
import type { TrailData } from '../../../../core/dashboard/views/dashboard-data.ts';
import { trailLabels, type Detail, type TrailNames } from './trail-labels.ts';

export interface ShownLine {
  readonly line: TrailData;
  readonly who: Who;
  readonly title: string;
  readonly details: readonly Detail[];
  /** The ids in the change, so that a search for an id finds it. */
  readonly ids: readonly string[];
  /** The text to search. */
  readonly text: string;
}

interface Who {
  readonly name: string;
  readonly isOperator: boolean;
}

/** Parts of the service that change an account by themselves. */
const PARTS_OF_SERVICE: Readonly<Record<string, string>> = {
  'billing system': 'the billing system',
  'statement close': 'the system',
  'token endpoint': 'the system',
  assistant: 'the assistant',
};

const AN_ID = /^[a-z]{2,6}_[\w-]{6,}$/;

export function shownLine(line: TrailData, names: TrailNames): ShownLine {
  const { title, details } = trailLabels(line, names);
  const who = whoOf(line.who, names);
  const ids = Object.values(line.details).filter((value) => typeof value === 'string' && AN_ID.test(value)) as string[];
  const text = [title, who.name, ...details.map(detailText), ...ids].join(' ');
  return { line, who, title, details, ids, text };
}

export function detailText(detail: Detail): string {
  if (typeof detail === 'string') return detail;
  const change = `${detail.before} → ${detail.after}`;
  return detail.name === undefined ? change : `${detail.name}: ${change}`;
}

/** Names a person who may not be a member: an operator, or a former member. */
function whoOf(who: string, names: TrailNames): Who {
  const member = names.person(who);
  if (member !== undefined) return { name: member, isOperator: false };
  if (who.startsWith('per_')) return { name: 'a former member', isOperator: false };
  const part = PARTS_OF_SERVICE[who];
  return part === undefined ? { name: who, isOperator: true } : { name: part, isOperator: false };
}
