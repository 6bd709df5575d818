import { expect, test } from 'vitest';
import { auditResult } from '../../../tools/audit/audit-result.ts';

test('a report without vulnerabilities is clean', () => {
  expect(auditResult('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual({ kind: 'clean' });
});

test('each vulnerability is named with its severity and range', () => {
  const said = { vulnerabilities: { tar: { severity: 'high', range: '<6', isDirect: false, via: [] } } };
  expect(auditResult(JSON.stringify(said))).toEqual({ kind: 'found', lines: ['high: tar <6'] });
});

test.each([
  [
    'an error with a summary',
    '{"error":{"code":"ENOAUDIT","summary":"405 Method Not Allowed"}}',
    '405 Method Not Allowed',
  ],
  ['an empty summary', '{"error":{"code":"","summary":""}}', 'it gave no report'],
  ['a message', '{"message":"request failed","statusCode":405}', 'request failed'],
  ['a message and an empty summary', '{"message":"405","error":{"summary":""}}', '405'],
  ['no JSON', 'npm error', 'it gave no report'],
  ['nothing', '', 'it gave no report'],
])('a registry that answers with %s was not asked, and is not called clean', (_, said, why) => {
  expect(auditResult(said)).toEqual({ kind: 'not_asked', why });
});
