import { expect, test } from 'vitest';
import { transportSecurity } from '../../../core/http/transport-security.ts';

test('a service that is reached by https asks to be reached so for a year', () => {
  expect(transportSecurity('https://mcp.test.example')).toEqual({ 'strict-transport-security': 'max-age=31536000' });
});

test('a local run asks for nothing', () => {
  expect(transportSecurity('http://127.0.0.1:3000')).toEqual({});
});
