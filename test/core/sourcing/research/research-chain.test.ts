import { beforeEach, describe, expect, test } from 'vitest';
import type { ResearchAnswer, ResearchTask } from '../../../../core/sourcing/research/part-researcher.ts';
import type { Permission } from '../../../../core/sourcing/research/provider-quota.ts';
import { ResearchChain, type ChainLink } from '../../../../core/sourcing/research/research-chain.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { readManufacturerEntries } from '../../../../core/index/manufacturers/manufacturer-entries.ts';
import { ManufacturerTable } from '../../../../core/index/manufacturers/manufacturer-table.ts';
import { MemoryProviderQuota } from '../../../support/stores/memory-provider-quota.ts';

const TASK: ResearchTask = { manufacturer: 'TI', partNumber: 'NV-1', description: null, researchId: 'res_1' };
const NOON_MS = Date.UTC(2026, 10, 22, 12);
let nowMs: number;
let quota: MemoryProviderQuota;
let tasks: (ResearchTask & { readonly link: string })[];
/** The arguments with which requests were counted. */
let told: unknown[];
let manufacturers: ManufacturerTable;
beforeEach(() => {
  nowMs = NOON_MS;
  quota = new MemoryProviderQuota();
  told = [];
  manufacturers = BUILT_IN_MANUFACTURERS;
  tasks = [];
});

type Answering = ResearchAnswer | ((task: ResearchTask) => ResearchAnswer);

function link(name: string, answering: Answering, changes: Partial<ChainLink> = {}): ChainLink {
  return {
    name,
    limits: { perMinute: 100, perDay: 100 },
    manufacturers: [],
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
    quota: {
      take: async (...asked) => {
        told.push(['take', ...asked]);
        return quota.take(...asked);
      },
      rest: async (...asked) => {
        told.push(['rest', ...asked]);
        return quota.rest(...asked);
      },
    },
    manufacturers: async () => manufacturers,
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

describe('the research chain asks', () => {
  test('one provider after another until one knows the part, by the manufacturer’s name in the table', async () => {
    const answer = await chain(
      link('a', NOT_FOUND),
      link('b', found({ title: 'B' })),
      link('c', found({ title: 'C' }), { fills: false }),
    ).research(TASK);
    expect(answer).toMatchObject({ kind: 'found', record: { title: 'B' } });
    expect(askedLinks()).toEqual(['a', 'b']);
    expect(tasks[0]).toMatchObject({ manufacturer: 'TI', manufacturerName: 'Texas Instruments' });
  });

  test('a provider limited to some manufacturers for them under any alias', async () => {
    const links = [
      link('a', found({ title: 'A' }), { manufacturers: ['Murata'] }),
      link('b', found({ title: 'B' }), { manufacturers: ['Texas Instruments'] }),
    ];
    await chain(...links).research(TASK);
    expect(askedLinks()).toEqual(['b']);
    expect(await chain(...links).research({ ...TASK, manufacturer: 'Nobody' })).toMatchObject({ kind: 'not_found' });
    expect(askedLinks()).toEqual(['b']);
  });

  test('with the remaining time, and nobody once that is used up', async () => {
    const slow = link('a', () => ((nowMs += 30_000), NOT_FOUND));
    const slower = link('b', () => ((nowMs += 9_500), NOT_FOUND));
    const answer = await chain(slow, slower, link('c', found({ title: 'C' }))).research(TASK);
    expect(tasks.map(({ timeLeftMs }) => timeLeftMs)).toEqual([40_000, 10_000]);
    expect(answer).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('No time') as string });
  });

  test.each([
    ['less than the time for all', 20_000, 20_000],
    ['more', 60_000, 40_000],
  ])('within the provider’s own time limit if that is %s', async (_, timeLeftMs, left) => {
    await chain(link('a', NOT_FOUND)).research({ ...TASK, timeLeftMs });
    expect(tasks).toMatchObject([{ timeLeftMs: left }]);
  });

  test.each([
    [1000, ['a', 'b']],
    [999, ['a']],
  ])('with %i ms left: %j', async (left, links) => {
    const slow = link('a', () => ((nowMs += 40_000 - left), NOT_FOUND));
    await chain(slow, link('b', NOT_FOUND)).research(TASK);
    expect(askedLinks()).toEqual(links);
  });

  test('without a name of the table if the table does not know the manufacturer, or several fit', async () => {
    manufacturers = new ManufacturerTable(readManufacturerEntries('Norvane\nVolta One\nVolta Two\n\nvolta|1,2\n\n'));
    for (const manufacturer of ['NORVANE', 'Volta', 'Nobody'])
      await chain(link('a', NOT_FOUND)).research({ ...TASK, manufacturer });
    expect(tasks.map(({ manufacturerName }) => manufacturerName)).toEqual(['Norvane', undefined, undefined]);
    expect(tasks[1]).not.toHaveProperty('manufacturerName');
  });

  test('a provider limited to several manufacturers for each of them', async () => {
    const answer = await chain(link('a', NOT_FOUND, { manufacturers: ['Murata', 'Texas Instruments'] })).research(TASK);
    expect(askedLinks()).toEqual(['a']);
    expect(answer).toEqual({ kind: 'not_found', detail: 'a: not found' });
  });

  test('no provider beyond its own limits, and then the next one', async () => {
    const links = [
      link('a', found({ title: 'A' }), { limits: { perMinute: 100, perDay: 1 } }),
      link('b', found({ title: 'B' }), { fills: false }),
    ];
    for (const title of ['A', 'B'])
      expect(await chain(...links).research(TASK)).toMatchObject({ kind: 'found', record: { title } });
  });

  test('no provider that has reported its requests as used up', async () => {
    const links = [link('a', USED_UP), link('b', NOT_FOUND)];
    for (const _ of [1, 2]) expect(await chain(...links).research(TASK)).toMatchObject({ kind: 'used_up' });
    expect(askedLinks()).toEqual(['a', 'b', 'b']);
  });
});

describe('the result without an item', () => {
  test.each<[string, readonly ResearchAnswer[], ResearchAnswer['kind']]>([
    ['nobody knows it', [NOT_FOUND, NOT_FOUND], 'not_found'],
    ['one of them is down and may know it', [NOT_FOUND, DOWN], 'unavailable'],
    ['one of them has no requests left and may know it', [USED_UP, NOT_FOUND], 'used_up'],
    ['one is used up and one down, so the part waits', [DOWN, USED_UP], 'used_up'],
    ['an unusable record', [{ kind: 'found', record: 'text' }], 'unavailable'],
    ['a record without content', [found({})], 'not_found'],
    ['a record of another part', [found({ mpn: 'NV-2', title: 'Other' })], 'not_found'],
    ['a record of another manufacturer', [found({ manufacturer: 'Murata', title: 'Other' })], 'not_found'],
  ])('combines what the providers answered: %s', async (_, answers, kind) => {
    const links = answers.map((answer, place) => link(`link ${place}`, answer));
    expect((await chain(...links).research(TASK)).kind).toBe(kind);
  });

  test.each<[string, readonly ResearchAnswer[], ResearchAnswer]>([
    ['nobody was asked', [], { kind: 'not_found', detail: 'No provider is asked for this manufacturer' }],
    [
      'each says why',
      [NOT_FOUND, { ...NOT_FOUND, detail: 'gone' }],
      { kind: 'not_found', detail: '0: not found; 1: gone' },
    ],
    [
      'another part',
      [found({ mpn: 'NV-2', title: 'B' })],
      { kind: 'not_found', detail: '0: The record is of another part' },
    ],
    ['no content', [found({})], { kind: 'not_found', detail: '0: The record says nothing about the part' }],
    [
      'no object',
      [{ kind: 'found', record: [] }, NOT_FOUND],
      { kind: 'unavailable', detail: '0: The record cannot be used: not_an_object; 1: not found' },
    ],
    ['down for an unknown time', [{ kind: 'unavailable', detail: 'down' }], { kind: 'unavailable', detail: '0: down' }],
    [
      'down until the first of them is back',
      [DOWN, { kind: 'unavailable', detail: 'away' }, { ...DOWN, retryAfterSeconds: 30 }],
      { kind: 'unavailable', detail: '0: down; 1: away; 2: down', retryAfterSeconds: 30 },
    ],
    ['used up', [USED_UP], { kind: 'used_up', detail: '0: used up', retryAfterSeconds: 3600 }],
  ])('is written in fixed words: %s', async (_, answers, answer) => {
    const links = answers.map((each, place) => link(String(place), each));
    expect(await chain(...links).research(TASK)).toEqual(answer);
  });

  test('includes the earliest time at which a provider may be asked again', async () => {
    const soon: ResearchAnswer = { ...USED_UP, retryAfterSeconds: 600 };
    expect(await chain(link('a', USED_UP), link('b', soon)).research(TASK)).toMatchObject({ retryAfterSeconds: 600 });
  });
});

describe('later providers fill', () => {
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

  test('only empty fields, with their own source and confidence', async () => {
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

  test('no fields of another part, and nothing if they fail', async () => {
    const another = found({ mpn: 'NV-2', description: 'Of another part' });
    for (const answer of [another, DOWN, USED_UP, NOT_FOUND]) {
      const filled = await chain(link('a', BASE), link('b', answer)).research(TASK);
      expect(filled).toMatchObject({ kind: 'found', record: { title: 'First' } });
      expect((filled as { record: object }).record).not.toHaveProperty('description');
    }
  });

  test('nothing if no field is empty, and then are not asked', async () => {
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

describe('a researched item', () => {
  test('may have the part number written differently, as nothing else is known here', async () => {
    expect(await chain(link('a', found({ mpn: 'nv1', title: 'A' }))).research(TASK)).toMatchObject({ kind: 'found' });
  });

  test.each([
    ['has it', '00012345678905', '012345678905', 'found'],
    ['has another', '04006381333931', '012345678905', 'not_found'],
    ['has none', undefined, '012345678905', 'not_found'],
    ['has one, and the requested one is invalid', '00012345678905', '12', 'not_found'],
  ])('requested by a GTIN is checked: one that %s', async (_, gtin, asked, kind) => {
    const answer = await chain(link('a', found({ title: 'A', gtin }))).research({ ...TASK, gtin: asked });
    expect(answer.kind).toBe(kind);
    if (kind === 'not_found') expect(answer).toMatchObject({ detail: 'a: The record is of another part' });
  });

  test('is returned with each provider’s answer, and in its usable form', async () => {
    const first = found({ title: 'A', gtin: 'none' });
    const second = found({ description: 'B' });
    const another = found({ mpn: 'NV-2', title: 'C' });
    const trace = await chain(link('a', another), link('b', first), link('c', second), link('d', DOWN)).trace(TASK);
    expect(trace.ends).toEqual([
      { link: 'a', answer: { kind: 'not_found', detail: 'The record is of another part' } },
      { link: 'b', answer: first },
      { link: 'c', answer: second },
      { link: 'd', answer: DOWN },
    ]);
    expect(trace.answer).toMatchObject({ kind: 'found', record: { title: 'A', description: 'B' } });
    expect(trace.usable).toMatchObject({ id: 'itm_00000000', title: 'A', description: 'B', gtin: null });
    expect(await chain(link('a', NOT_FOUND)).trace(TASK)).toEqual({
      answer: { kind: 'not_found', detail: 'a: not found' },
      ends: [{ link: 'a', answer: NOT_FOUND }],
      usable: undefined,
    });
  });
});

test.each<[string, string, ResearchAnswer]>([
  ['has no content', 'NV-1', { kind: 'not_found', detail: 'The record says nothing about the part' }],
  [
    'cannot be stored, because its part number alone has more words than an item may have',
    Array.from({ length: 80 }, (_, place) => String.fromCharCode(0x3300 + place)).join(''),
    { kind: 'unavailable', detail: 'The record cannot be used: too_large' },
  ],
])('reports a link whose record %s', async (_, partNumber, answer) => {
  const { ends } = await chain(link('a', { kind: 'found', record: {} })).trace({ ...TASK, partNumber });
  expect(ends).toEqual([{ link: 'a', answer }]);
});

describe('the requests of a provider', () => {
  const LIMITS = { perMinute: 100, perDay: 100 };
  const TAKEN = ['take', 'a', LIMITS, NOON_MS];
  /** A link that makes the given number of requests, and returns the given answer. */
  const asking = (times: number, answer: ResearchAnswer, limits = LIMITS): ChainLink => {
    const research = async ({ mayAsk }: ResearchTask) => {
      const permissions: (Permission | undefined)[] = [];
      for (let time = 0; time < times; time += 1) permissions.push(await mayAsk?.());
      tasks.push(...permissions.map((permission) => ({ ...TASK, link: permission?.kind ?? 'not asked' })));
      return answer;
    };
    return { name: 'a', limits, manufacturers: [], fills: true, researcher: { research } };
  };

  test('are counted by its name, its limits and the time', async () => {
    await chain(asking(2, NOT_FOUND)).research(TASK);
    expect(told).toEqual([TAKEN, TAKEN]);
    expect(askedLinks()).toEqual(['granted', 'granted']);
  });

  test('pause as long as it reports that they are used up', async () => {
    await chain(asking(1, USED_UP)).research(TASK);
    expect(told).toEqual([TAKEN, ['rest', 'a', NOON_MS + 3_600_000, NOON_MS]]);
  });

  test.each<[string, ChainLink]>([
    ['it was not asked', asking(0, USED_UP)],
    ['its own limit ended it, which that row says already', asking(2, USED_UP, { perMinute: 1, perDay: 1 })],
    ['one site of many refused', asking(1, { ...USED_UP, ofOneSite: true })],
    ['it is down, and says when to retry', asking(1, DOWN)],
  ])('do not pause if %s', async (_, one) => {
    await chain(one).research(TASK);
    expect(told.map((call) => (call as string[])[0])).not.toContain('rest');
  });
});
