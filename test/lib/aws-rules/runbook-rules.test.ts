/**
 * The requirements of AWS on the order of the runbook's steps: every rule passes on the runbook, and fails on a runbook
 * that breaks it.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RUNBOOK_RULES, runbookFindings } from './runbook-rules.ts';

const RUNBOOK = ['deploy', 'incidents', 'first-hour']
  .map((page) => readFileSync(`docs/operate/${page}.md`, 'utf8'))
  .join('\n');

describe.each(RUNBOOK_RULES)('$rule', (rule) => {
  test('applies to the runbook', () => {
    expect(runbookFindings(rule, RUNBOOK)).toEqual([]);
  });

  test('fails for a runbook that breaks it', () => {
    expect(runbookFindings(rule, rule.broken(RUNBOOK))).not.toEqual([]);
  });

  test('cites a page of the AWS documentation', () => {
    expect(rule.page).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/[\w/.-]+\.html$/);
  });
});
