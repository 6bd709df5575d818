/** `admin items set`: changes members of one item. item-import/set-members.ts decides which values are valid. */
import { Command, InvalidArgumentError } from 'commander';
import type { WriteRefusal } from '../../../../core/sourcing/item-import/item-writer.ts';
import {
  setMembers,
  type MemberChange,
  type MemberProblem,
} from '../../../../core/sourcing/item-import/set-members.ts';
import { ITEM_FIELDS } from '../../../../core/index/items/item-fields.ts';
import { isJsonObject, ownValue } from '../../../../core/json.ts';
import { OperatorError } from '../../console/operator-error.ts';
import { printTable, printText } from '../../console/print.ts';
import { readItemId } from '../../console/read-option.ts';
import { describeProblem, describeWriteRefusal } from '../../sourcing/import/item-line-labels.ts';
import { nearestWords, quoted } from '../../sourcing/import/mapping-labels.ts';
import { openItemWriter } from '../../stage/open-item-index.ts';
import { runCommand } from '../../stage/run-command.ts';
import { noSuchItem } from './no-such-item.ts';

export function setCommand(): Command {
  return new Command('set')
    .description('Change members of an item; an empty value clears a member')
    .argument('<item>', 'item id', readItemId)
    .argument(
      '<member=value...>',
      'such as title="Relay, 24 V", lifecycle.status=obsolete, replacements.mpn=R-200',
      readChange,
    )
    .action((itemId: string, changes: readonly MemberChange[], _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const nowMs = Date.now();
        const changed = await openItemWriter(stage).changeItem(itemId, (known) => setMembers(known, changes, nowMs));
        if (changed === undefined) throw noSuchItem(itemId, stage);
        if (!changed.ok) throw refused(changed.reason);
        const { outcome, before, after } = changed.value;
        const differences = ITEM_FIELDS.flatMap((field) => differencesOf(field, before[field], after[field]));
        answer({ id: itemId, outcome, changed: differences }, () => {
          if (differences.length === 0) printText(`${itemId} already has these values.`);
          else
            printTable(
              ['Member', 'Before', 'Now'],
              // updated_at always changes, so it is shown only if nothing else has changed.
              differences
                .filter(({ member }) => member !== 'updated_at' || differences.length === 1)
                .map(({ member, before: was, after: is }) => [member, cellOf(was), cellOf(is)]),
            );
          next('Show the complete item', `items get ${itemId}`);
        });
      }),
    );
}

function readChange(text: string, before: readonly MemberChange[] = []): readonly MemberChange[] {
  const equals = text.indexOf('=');
  if (equals < 1)
    throw new InvalidArgumentError(
      'It must be <member>=<value>, such as lifecycle.status=obsolete; title= clears the title.',
    );
  const member = text.slice(0, equals).trim();
  if (before.some((change) => change.member === member)) throw new InvalidArgumentError(`${member} is named twice.`);
  return [...before, { member, value: text.slice(equals + 1) }];
}

function refused(problem: MemberProblem | WriteRefusal): OperatorError {
  switch (problem.kind) {
    case 'unknown_member':
      return new OperatorError(`${quoted(problem.member)} is not an item member${nearestWords(problem.nearest)}.`, {
        code: 'unknown_member',
        fix: `Members: ${problem.allowed.join(', ')}, attributes.NAME, section_confidence.NAME.`,
      });
    case 'invalid_value':
      return new OperatorError(`${problem.member} must be ${problem.allowed}.`, { code: 'invalid_value' });
    case 'several_replacements':
      return new OperatorError(
        `The item has ${problem.count} replacements, and ${problem.member} does not select one.`,
        {
          code: 'several_replacements',
          fix: `Set the whole array: replacements='[{"mpn": "R-200", "grade": "drop_in"}, …]'.`,
        },
      );
    case 'invalid_record':
      return new OperatorError(`${describeProblem(problem.error).reason}.`, { code: 'invalid_value' });
    default:
      return new OperatorError(`Not stored: ${describeWriteRefusal(problem).reason}.`, { code: problem.kind });
  }
}

interface Difference {
  /** A field, or a path in the form that the command accepts. */
  readonly member: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Compares objects member by member, and other values as a whole. */
function differencesOf(member: string, before: unknown, after: unknown): readonly Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isJsonObject(before ?? after) || !isJsonObject(after ?? before))
    return [{ member, before: before ?? null, after: after ?? null }];
  const [was, is] = [before, after].map((value) => (isJsonObject(value) ? value : {}));
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return [...names].flatMap((name) =>
    differencesOf(`${member}.${name}`, ownValue(was ?? {}, name), ownValue(is ?? {}, name)),
  );
}

function cellOf(value: unknown): string | number | boolean | null {
  return typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : (value as string | number | boolean | null);
}
