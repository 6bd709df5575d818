/** Prints the result of a trial: the providers asked, the item that would be stored, and the charge. */
import { formatUsd } from '../../../../core/money.ts';
import { ITEM_FIELDS } from '../../../../core/index/items/item-fields.ts';
import { printFields, printTable, printText } from '../../console/print.ts';
import type { Trial, TriedLink } from './try-part.ts';

const MAX_VALUE = 160;

export function printTrial(trial: Trial): void {
  if (trial.links.length === 0) return printText('No provider covers this manufacturer.');
  printTable(
    ['Provider', 'Answer', 'Requests', 'Cost', { heading: 'Detail', minor: true }],
    trial.links.map((link) => [link.link, answerText(link), link.requests, costText(link), detailOf(link)]),
  );
  for (const { link, on } of trial.links)
    if (!on) printText(`${link} is off: the worker uses it once termsReadOn is set to the day you read its terms.`);
  printRecord(trial);
  console.log('');
  printText(chargeText(trial));
}

function printRecord({ item, barcodeTaken }: Trial): void {
  console.log('');
  if (item === undefined) return printText('Nothing would be stored.');
  printText('Would be stored:');
  printFields(
    Object.fromEntries(
      ITEM_FIELDS.filter((field) => item[field] !== null).map((field) => [
        field.replaceAll('_', ' '),
        shortText(item[field]),
      ]),
    ),
  );
  if (barcodeTaken) printText('Its GTIN is omitted, because another item in the index has it.');
}

function chargeText({ item, inIndex, chargeNanoUsd }: Trial): string {
  if (inIndex !== undefined)
    return `The index already has the part as ${inIndex}: a customer would get that item without research.`;
  if (item === undefined) return 'A customer would be charged nothing. Nothing was stored.';
  return `A customer would be charged ${formatUsd(chargeNanoUsd)}. Nothing was stored.`;
}

function answerText({ answer }: TriedLink): string {
  return answer.kind.replaceAll('_', ' ');
}

function costText({ costNanoUsd }: TriedLink): string {
  return costNanoUsd === null ? 'unknown' : formatUsd(costNanoUsd);
}

function detailOf({ answer }: TriedLink): string | undefined {
  return answer.kind === 'found' ? undefined : answer.detail;
}

function shortText(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}
