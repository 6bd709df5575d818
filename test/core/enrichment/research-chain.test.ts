import { beforeEach, describe, expect, it } from 'vitest';
import type { ResearchAnswer, ResearchTask } from '../../../functions/core/enrichment/part-researcher.ts';
import { ResearchChain, type ChainLink } from '../../../functions/core/enrichment/research-chain.ts';
import { BUILT_IN_MAKERS } from '../../../functions/core/products/makers/built-in-makers.ts';
import { MemoryProviderQuota } from '../../../testing/harness/memory-provider-quota.ts';

const TASK: ResearchTask = { manufacturer: 'TI', partNumber: 'NV-1', description: null, researchId: 'res_1' };
const NOON_MS = Date.UTC(2026, 10, 22, 12);
let nowMs: number;
let quota: MemoryProviderQuota;
let tasks: (ResearchTask & { readonly link: string })[];
beforeEach(() => {
  nowMs = NOON_MS;
  quota = new MemoryProviderQuota();
  tasks = [];
});

type Answering = ResearchAnswer | ((task: ResearchTask) => ResearchAnswer);

function link(name: string, answering: Answering, changes: Partial<ChainLink> = {}): ChainLink {
  return {
    name,
    limits: { perMinute: 100, perDay: 100 },
    makers: [],
    fills: true,
    researcher: {
      research: async (task) => {
        const permission = await task.mayAsk?.();
        if (permission?.kind === 'used_up') return { ...permission, detail: 'used up' };
        tasks.push({ ...task, link: name });
        return typeof answering === 'function' ? answering(task) : answering;
      },
    },
    ...changes,
  };
}

const chain = (...links: readonly ChainLink[]) =>
  new ResearchChain({
    links,
    quota,
    makers: async () => BUILT_IN_MAKERS,
    clock: { nowMs: () => nowMs },
    totalTimeMs: 40_000,
  });
const found = (record: Record<string, unknown>): ResearchAnswer => ({
  kind: 'found',
  record: { manufacturer: 'Texas Instruments', mpn: 'NV-1', ...record },
});
const NOT_FOUND: ResearchAnswer = { kind: 'not_found' };
const DOWN: ResearchAnswer = { kind: 'unavailable', detail: 'down', retryAfterSeconds: 60 };
const USED_UP: ResearchAnswer = { kind: 'used_up', detail: 'used up', retryAfterSeconds: 3600 };
const askedLinks = () => tasks.map((task) => task.link);

describe('who is asked', () => {
  it('one after the other, until one knows the part; by the name that the table of makers has', async () => {
    const answer = await chain(
      link('a', NOT_FOUND),
      link('b', found({ title: 'B' })),
      link('c', found({ title: 'C' }), { fills: false }),
    ).research(TASK);
    expect(answer).toMatchObject({ kind: 'found', record: { title: 'B' } });
    expect(askedLinks()).toEqual(['a', 'b']);
    expect(tasks[0]).toMatchObject({ manufacturer: 'TI', makerName: 'Texas Instruments' });
  });

  it('one that is asked for some makers, under any of their spellings', async () => {
    const links = [
      link('a', found({ title: 'A' }), { makers: ['Murata'] }),
      link('b', found({ title: 'B' }), { makers: ['Texas Instruments'] }),
    ];
    await chain(...links).research(TASK);
    expect(askedLinks()).toEqual(['b']);
    expect(await chain(...links).research({ ...TASK, manufacturer: 'Nobody' })).toMatchObject({ kind: 'not_found' });
    expect(askedLinks()).toEqual(['b']);
  });

  it('with what is left of the time; none when none is left', async () => {
    const slow = link('a', () => ((nowMs += 30_000), NOT_FOUND));
    const slower = link('b', () => ((nowMs += 9_500), NOT_FOUND));
    const answer = await chain(slow, slower, link('c', found({ title: 'C' }))).research(TASK);
    expect(tasks.map(({ timeLeftMs }) => timeLeftMs)).toEqual([40_000, 10_000]);
    expect(answer).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('No time') as string });
  });

  it('no more often than its own limits, and the next one then', async () => {
    const links = [
      link('a', found({ title: 'A' }), { limits: { perMinute: 100, perDay: 1 } }),
      link('b', found({ title: 'B' }), { fills: false }),
    ];
    for (const title of ['A', 'B'])
      expect(await chain(...links).research(TASK)).toMatchObject({ kind: 'found', record: { title } });
  });

  it('not one that has said that its requests are used up', async () => {
    const links = [link('a', USED_UP), link('b', NOT_FOUND)];
    for (const _ of [1, 2]) expect(await chain(...links).research(TASK)).toMatchObject({ kind: 'used_up' });
    expect(askedLinks()).toEqual(['a', 'b', 'b']);
  });
});

describe('what it comes to without a record', () => {
  it.each<[string, readonly ResearchAnswer[], ResearchAnswer['kind']]>([
    ['nobody knows it', [NOT_FOUND, NOT_FOUND], 'not_found'],
    ['one of them is down: it may know it', [NOT_FOUND, DOWN], 'unavailable'],
    ['one of them has no requests left: it may know it', [USED_UP, NOT_FOUND], 'used_up'],
    ['used up and down: the part waits', [DOWN, USED_UP], 'used_up'],
    ['a record that cannot be used', [{ kind: 'found', record: 'text' }], 'unavailable'],
    ['a record that says nothing', [found({})], 'not_found'],
    ['a record of another part', [found({ mpn: 'NV-2', title: 'Other' })], 'not_found'],
    ['a record of another maker', [found({ manufacturer: 'Murata', title: 'Other' })], 'not_found'],
  ])('%s', async (_, answers, kind) => {
    const links = answers.map((answer, place) => link(`link ${place}`, answer));
    expect((await chain(...links).research(TASK)).kind).toBe(kind);
  });

  it('the earliest time at which one of them may be asked again', async () => {
    const soon: ResearchAnswer = { ...USED_UP, retryAfterSeconds: 600 };
    expect(await chain(link('a', USED_UP), link('b', soon)).research(TASK)).toMatchObject({ retryAfterSeconds: 600 });
  });
});

describe('what later ones fill', () => {
  const BASE = found({
    title: 'First',
    attributes: { specifications: { voltage: '5 V' } },
    confidence: 80,
    sources: [{ url: 'https://a.example/', sections: ['title', 'attributes'] }],
  });
  const OTHER = found({
    brand: 'TI',
    title: 'Second',
    description: 'Only here',
    gtin: '00012345678905',
    attributes: { specifications: { voltage: '500 V' } },
    confidence: 40,
    section_confidence: { description: 30, title: 99 },
    sources: [
      { url: 'https://b.example/', sections: ['title', 'description'] },
      { url: 'https://c.example/', sections: ['title'] },
    ],
  });

  it('only what is empty, with its own source and its own confidence', async () => {
    const answer = await chain(link('a', BASE), link('b', OTHER)).research(TASK);
    expect(answer).toMatchObject({
      kind: 'found',
      record: {
        title: 'First',
        description: 'Only here',
        gtin: '00012345678905',
        attributes: { specifications: { voltage: '5 V' } },
        confidence: 80,
        section_confidence: { description: 30, gtin: 40 },
        sources: [
          { url: 'https://a.example/', sections: ['title', 'attributes'] },
          { url: 'https://b.example/', sections: ['description'] },
        ],
      },
    });
    expect((answer as { record: object }).record).not.toHaveProperty('brand');
  });

  it('nothing of another part, and nothing when they fail', async () => {
    const another = found({ mpn: 'NV-2', description: 'Of another part' });
    for (const answer of [another, DOWN, USED_UP, NOT_FOUND]) {
      const filled = await chain(link('a', BASE), link('b', answer)).research(TASK);
      expect(filled).toMatchObject({ kind: 'found', record: { title: 'First' } });
      expect((filled as { record: object }).record).not.toHaveProperty('description');
    }
  });

  it('nothing where nothing is empty: nobody is asked', async () => {
    const whole = found({
      title: 'A',
      description: 'A',
      category: 'A',
      gtin: '00012345678905',
      weight: { value: 1, unit: 'g' },
      attributes: { specifications: { a: '1' } },
      media: [{ type: 'image', url: 'https://a.example/a.jpg' }],
    });
    await chain(link('a', whole), link('b', OTHER)).research(TASK);
    expect(askedLinks()).toEqual(['a']);
  });
});
