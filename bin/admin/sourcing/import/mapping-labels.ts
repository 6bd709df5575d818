/** Explains the problems of a mapping to the operator. Names from files are quoted and truncated. */
import type { MappingProblem } from '../../../../core/sourcing/item-import/compile-mapping.ts';
import { printable } from '../../console/printable.ts';

const MAX_TOLD = 5;

/** Describes at most five problems in one text. */
export function describeMappingProblems(problems: readonly MappingProblem[]): string {
  const labels = problems.slice(0, MAX_TOLD).map(describe);
  if (problems.length > MAX_TOLD) labels.push(`and ${problems.length - MAX_TOLD} more.`);
  return labels.join(' ');
}

function describe(problem: MappingProblem): string {
  const { at } = problem;
  switch (problem.kind) {
    case 'no_such_column':
      return `${quoted(at)} names the column ${quoted(problem.column)}, which does not exist${nearestWords(problem.nearest)}.`;
    case 'unknown_unit':
      return `${quoted(at)} is in ${quoted(problem.unit)}, which is not a known unit${nearestWords(problem.nearest)}.`;
    case 'units_differ':
      return `${quoted(at)} converts a weight into a length, or vice versa.`;
    case 'no_such_table':
      return `${quoted(at)} uses ${quoted(problem.table)}, which is not defined in "tables"${nearestWords(problem.nearest)}.`;
    case 'invalid_path':
      return `${quoted(at)}: ${quoted(problem.column)} is not a path: write it as company.name, ids[0].id or ids[type=Primary].id.`;
    case 'says_no_source':
      return `${quoted(at)} needs exactly one of from, join, template and value.`;
  }
}

export function nearestWords(nearest: readonly string[]): string {
  return nearest.length === 0 ? '' : ` (nearest: ${nearest.map(quoted).join(', ')})`;
}

export function quoted(name: string): string {
  return `"${printable(name.length > 60 ? `${name.slice(0, 60)}…` : name)}"`;
}
