/** Tables of commands have the headings of the page: one word for one thing (`--json` has the names of the wire). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ACCOUNT_CHANGES } from '../../../core/billing/accounts/audit-line.ts';
import { CHANGE_LABELS, changeLabel } from '../../../core/dashboard/views/change-labels.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

test.each([
  ['bin/admin/access/clients.ts', 'web/views/access/keys/keys.tsx', ['Key', 'Permissions']],
  ['bin/admin/access/audit.ts', 'web/views/dashboard/trail/trail.tsx', ['When', 'Who', 'What', 'Details']],
  ['bin/admin/catalogs/show-commands.ts', 'web/views/catalogs/catalog-list.tsx', ['Catalog', 'State', 'Uploaded']],
  ['bin/admin/catalogs/print-catalog.ts', 'web/views/catalogs/workbench/row-table.tsx', ['Your number', 'Outcome']],
  [
    'bin/admin/catalogs/replace-command.ts',
    'web/views/catalogs/upload/comparison.tsx',
    ['Row', 'Change', 'Your number', 'Before', 'Now'],
  ],
  [
    'bin/admin/catalogs/learned-commands.ts',
    'web/views/catalogs/remembered.tsx',
    ['Your number', 'It stated', 'It means now', 'Decided'],
  ],
  ['bin/admin/sourcing/research-requests.ts', 'web/views/sourcing/research.tsx', ['State', 'Asked', 'Ended', 'Cost']],
])('%s has the words of %s', (command, page, words) => {
  for (const word of words) {
    expect(readFileSync(path.join(ROOT, page), 'utf8')).toContain(`name: '${word}'`);
    expect(readFileSync(path.join(ROOT, command), 'utf8')).toMatch(new RegExp(`'${word}( \\(UTC\\))?'`));
  }
});

test('a change of the trail has a title of its own, and an unknown one is shown as it is stored', () => {
  expect(new Set(ACCOUNT_CHANGES.map(changeLabel)).size).toBe(ACCOUNT_CHANGES.length);
  expect(changeLabel('client.revoked')).toBe(CHANGE_LABELS['client.revoked']);
  expect(changeLabel('later.change')).toBe('later.change');
  expect(changeLabel('toString')).toBe('toString');
});
