import { expect, test } from 'vitest';
import { readPath, valueAt } from '../../../../core/sourcing/item-import/json-path.ts';

const DEVICE = {
  company: { name: 'Norvane' },
  ids: [
    { id: '1', type: 'Package', agency: 'GS1' },
    { id: '2', type: 'Primary', agency: 'HIBCC' },
    { id: '3', type: 'Primary', agency: 'GS1.org' },
  ],
  one: { id: '4', type: 'Primary' },
  tags: ['a', null, 'b'],
};

test.each([
  ['company.name', 'Norvane'],
  ['ids[1].id', '2'],
  ['ids[type=Primary].id', '2'],
  ['ids[type=Primary, agency=GS1.org].id', '3'],
  ['one[type=Primary].id', '4'],
  ['ids[].id', ['1', '2', '3']],
  ['tags[]', ['a', 'b']],
  ['tags', ['a', null, 'b']],
  ['company.nothing.more', undefined],
  ['ids[9].id', undefined],
  ['company.constructor', undefined],
])('the path %s leads to its value in a record', (text, value) => {
  const path = readPath(text);
  expect(path.ok && valueAt(DEVICE, path.value)).toEqual(value);
});

test.each(['', 'a..b', 'a[', 'a[=x]', 'a[b]', '[0]'])('%s is not a valid path', (text) => {
  expect(readPath(text).ok).toBe(false);
});
