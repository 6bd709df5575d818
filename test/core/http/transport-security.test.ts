import { expect, test } from 'vitest';
import { transportSecurity } from '../../../core/http/transport-security.ts';

test('a service behind https requires https for a year', () => {
  expect(transportSecurity('https://mcp.test.example')).toEqual({ 'strict-transport-security': 'max-age=31536000' });
});

test('a local run sets no such header', () => {
  expect(transportSecurity('http://127.0.0.1:3000')).toEqual({});
});
