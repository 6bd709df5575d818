import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  apiClientName,
  assistantName,
  type SelfDescription,
} from '../../../../core/access/assistants/assistant-name.ts';

describe('the name of an assistant', () => {
  test.each<[SelfDescription | undefined, string | undefined, string]>([
    [{ name: 'claude-desktop', version: '1.4.2' }, 'node', 'claude-desktop 1'],
    [{ name: 'Cursor', version: 'v2.0' }, undefined, 'Cursor 2'],
    [{ name: 'x', version: 'nightly' }, undefined, 'x'],
    [{ name: 'x' }, undefined, 'x'],
    [{ name: 'x', version: 5 }, undefined, 'x'],
    [{ name: '   ' }, 'python-httpx/0.27.0', 'python-httpx 0'],
    [{ name: 7, version: '1' }, 'curl/8.4.0', 'curl 8'],
    [undefined, 'Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla 5'],
    [undefined, 'node', 'node'],
    [undefined, undefined, 'unknown'],
    [undefined, '', 'unknown'],
    [undefined, '/', 'unknown'],
    [{ name: 'evil#key\u0000\u202e<script>"\n' }, undefined, 'evil key script'],
    [{ name: 'Ａｓｓｉｓｔａｎｔ' }, undefined, 'Assistant'],
    [{ name: 'x'.repeat(100), version: '12.0' }, undefined, `${'x'.repeat(61)} 12`],
    [{ name: `${'x'.repeat(60)} yyyy`, version: '12' }, undefined, `${'x'.repeat(60)} 12`],
    [{ name: `  ${'x'.repeat(70)}` }, undefined, 'x'.repeat(64)],
    [{ name: ' ', version: '3' }, 'curl/8.4.0', 'curl 8'],
    [{ name: 'x', version: ' v3.1' }, undefined, 'x 3'],
    [{ name: 'x', version: 'build 7' }, undefined, 'x'],
    [{ name: 'x', version: '123456' }, undefined, 'x 123456'],
    [{ name: 'x', version: '1234567' }, undefined, 'x'],
    [{ name: 'x', version: '1a' }, undefined, 'x 1'],
    [{ version: '1' }, undefined, 'unknown'],
    // Text beyond 512 characters is not read.
    [{ name: `${' '.repeat(511)}ab` }, undefined, 'a'],
    [{ name: `${' '.repeat(512)}a` }, undefined, 'unknown'],
    [undefined, '  curl/8.4.0 x/9', 'curl 8'],
    [undefined, '/8.4.0', 'unknown'],
  ])('is, for %j with %j, %s', (clientInfo, userAgent, name) => {
    expect(assistantName(clientInfo, userAgent)).toBe(name);
  });

  test('is always 1 to 64 printable characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ maxLength: 30 }),
        fc.string(),
        (name, version, agent) => {
          expect(assistantName({ name, version }, agent)).toMatch(/^[ !$-&(-;=?-[\]-_a-~]{1,64}$/);
        },
      ),
    );
  });
});

test('the name of a program that uses the HTTP API says so', () => {
  expect(apiClientName('python-httpx/0.27.0')).toBe('HTTP API (python-httpx 0)');
  expect(apiClientName(undefined)).toBe('HTTP API (unknown)');
});
