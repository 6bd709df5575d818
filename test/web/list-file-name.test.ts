import { expect, test } from 'vitest';
import { fileName } from '../../web/views/catalogs/file-name.ts';

test.each([
  ['stueckliste.csv', undefined, 'stueckliste-results.csv'],
  ['stueckliste.csv', 'to_decide', 'stueckliste-to-decide.csv'],
  ['MRO stock 2026-11.xlsx', 'not_in_index', 'MRO stock 2026-11-not-in-index.csv'],
  ['parts.jsonl.gz', undefined, 'parts-results.csv'],
  ['قائمة الأجزاء.csv', undefined, 'قائمة الأجزاء-results.csv'],
  ['Stückliste Löwe', 'matched', 'Stückliste Löwe-matched.csv'],
  ['../../etc/passwd', undefined, 'etc_passwd-results.csv'],
  ['<img src=x onerror=alert(1)>.csv', undefined, 'img src=x onerror=alert(1)_-results.csv'],
  ['invoice\u202Evsc.exe', undefined, 'invoice_vsc.exe-results.csv'],
  ['a\r\nSet-Cookie: x.csv', undefined, 'a_Set-Cookie_ x-results.csv'],
  ['.csv', undefined, 'list-results.csv'],
  ['', 'left_out', 'list-left-out.csv'],
] as const)('a catalog named %j, filtered by %j, is exported as %j', (name, group, file) => {
  expect(fileName(name, group)).toBe(file);
});

test('a very long name is truncated', () => {
  expect(fileName('x'.repeat(500), undefined)).toBe(`${'x'.repeat(100)}-results.csv`);
});
