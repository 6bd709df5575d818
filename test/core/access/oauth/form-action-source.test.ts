import { expect, test } from 'vitest';
import { formActionSource } from '../../../../core/access/oauth/form-action-source.ts';

test.each([
  ['https://assistant.example/callback?x=y', 'https://assistant.example'],
  ['https://assistant.example:8443/callback', 'https://assistant.example:8443'],
  ['http://127.0.0.1:49152/callback', 'http://127.0.0.1:49152'],
  ['http://localhost:49152/callback', 'http://localhost:49152'],
  ['http://[::1]:49152/callback', 'http:'],
  ['cursor://anysphere.cursor/callback', 'cursor:'],
  ['com.example.app:/callback', 'com.example.app:'],
])('%s becomes %s in the policy', (uri, source) => expect(formActionSource(uri)).toBe(source));
