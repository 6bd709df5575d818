/**
 * Checks docs/evidence/tool-definitions.md: every tool is graded, the sums are right, and the grades are good enough.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TOOLS } from '../../../../core/api/tools/definitions/all-tools.ts';

const LEAST = 4.2;
const LEAST_MEAN = 4.5;

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/evidence/tool-definitions.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const weights = rows.flatMap(([, , weight = '']) => (/^\d\d$/.test(weight) ? [Number(weight)] : []));
const graded = rows.filter(([, , grades = '']) => /^[1-5]( [1-5]){5}$/.test(grades));
const means = rows.find(([, name]) => name === 'mean') ?? [];

const scoreOf = (grades = '') =>
  grades.split(' ').reduce((sum, grade, question) => sum + Number(grade) * (weights[question] ?? NaN), 0) / 100;

test('every tool is graded once, in the order of the list', () => {
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(100);
  expect(graded.map(([, name]) => name)).toEqual(TOOLS.map(({ name }) => name));
});

test.each([
  ['before', 2],
  ['after', 4],
])('the scores %s are the weighted sums of their grades', (_, column) => {
  for (const row of graded) expect(row[column + 1], row[1]).toBe(scoreOf(row[column]).toFixed(2));
  const mean = graded.reduce((sum, row) => sum + scoreOf(row[column]), 0) / graded.length;
  expect(means[column + 1]).toBe(mean.toFixed(2));
});

test('each tool has at least 4.2, and the mean is at least 4.5', () => {
  const scores = graded.map(([, , , , grades]) => scoreOf(grades));
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(LEAST);
  expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThanOrEqual(LEAST_MEAN);
});
