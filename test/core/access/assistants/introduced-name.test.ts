import { describe, expect, test } from 'vitest';
import { introducedName, noteIntroduction } from '../../../../core/access/assistants/introduced-name.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';

const SEEN = { name: 'Claude Code 2.1', agent: 'node', day: '2026-11-18' };
const UNNAMED = { assistantName: 'node', userAgentName: 'node' };
const NAMED = { assistantName: 'x', userAgentName: 'node' };
const NEXT_DAY_MS = NOON_MS + 86_400_000;

describe('the name from an assistant’s introduction', () => {
  test.each([
    ['the same day over the same User-Agent', SEEN, 'node', NOON_MS, 'Claude Code 2.1'],
    ['over another User-Agent', SEEN, 'curl', NOON_MS, undefined],
    ['the day after', SEEN, 'node', NEXT_DAY_MS, undefined],
    ['when none did', undefined, 'node', NOON_MS, undefined],
  ] as const)('applies or not: %s', (_, last, agent, nowMs, name) => {
    expect(introducedName(last, agent, nowMs)).toBe(name);
  });

  test.each([
    ['is news', undefined, true],
    ['is the same as before', SEEN, false],
    ['is another than before', { ...SEEN, name: 'Cursor 1' }, true],
    ['is of another day', { ...SEEN, day: '2026-11-17' }, true],
  ] as const)('is written or not if it %s', async (_, introduction, written) => {
    const { client } = callerIn();
    const noted: unknown[] = [];
    const store = { noteIntroduction: async (...asked: unknown[]) => void noted.push(asked) };
    const named = { ...client, ...(introduction && { introduction }) };
    await noteIntroduction(store, named, { assistantName: SEEN.name, userAgentName: SEEN.agent }, NOON_MS);
    expect(noted).toEqual(written ? [[named, SEEN]] : []);
  });

  test('is not written if it only repeats the User-Agent, and a failed write does no harm', async () => {
    const { client } = callerIn();
    const store = { noteIntroduction: () => Promise.reject(new Error('no table')) };
    await noteIntroduction(store, client, UNNAMED, NOON_MS);
    await expect(noteIntroduction(store, client, NAMED, NOON_MS)).resolves.toBeUndefined();
    let written = 0;
    const counting = { noteIntroduction: async () => void (written += 1) };
    await noteIntroduction(counting, client, UNNAMED, NOON_MS);
    expect(written).toBe(0);
  });
});
