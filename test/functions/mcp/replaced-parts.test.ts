/**
 * Two assistants, one shown only texts and one shown only structured content, find out whether parts of the demo are
 * still made, and the replacements of discontinued ones.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import { toolList } from '../../../tools/docs/tool-entries.ts';
import { generateDemoItems } from '../../../local/demo/generate-demo-items.ts';
import { NarrowAgent, type BillLine, type ShownResult, type View } from '../../interop/narrow-agent.ts';
import { openAccount, valueOf } from '../../support/fixtures/accounts.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

interface DemoAttributes {
  readonly lifecycle?: { readonly status: string };
  readonly replacements?: readonly { readonly mpn: string }[];
}

const ITEMS = generateDemoItems().filter(({ id }) => !id.startsWith('itm_Trap'));
const attributesOf = ({ attributes }: ItemRecord) => (attributes ?? {}) as DemoAttributes;
const withState = (status: string | undefined): ItemRecord => {
  const found = ITEMS.find((item) => attributesOf(item).lifecycle?.status === status);
  if (found === undefined) throw new Error(`The demo has no part of state ${status}.`);
  return found;
};
const OBSOLETE = withState('obsolete');
const ACTIVE = withState('active');
const UNKNOWN = withState(undefined);
const REPLACEMENT = ITEMS.find(({ mpn }) => mpn === attributesOf(OBSOLETE).replacements?.[0]?.mpn);

let service: McpService;
let credential: string;

beforeAll(async () => {
  service = await startMcpService();
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, {});
  credential = `${client.clientId}:${secret}`;
  for (const item of [OBSOLETE, ACTIVE, UNKNOWN, REPLACEMENT]) {
    if (item !== undefined) valueOf(await service.writer.writeItem(item));
  }
});
afterAll(() => service.stop());

function agentOf(view: View) {
  const calls: string[] = [];
  const agent = new NarrowAgent(view, async (name, args) => {
    calls.push(name);
    return (await service.send(toolCall(name, args, credential))).json.result as ShownResult;
  });
  return { agent, calls };
}

const part = ({ manufacturer, mpn }: ItemRecord): BillLine => ({
  manufacturer: manufacturer ?? '',
  part_number: mpn ?? '',
});

describe.each<View>(['content', 'structuredContent'])('an assistant that sees only %s', (view) => {
  test('finds in three calls that a part is obsolete, its stated replacement, and that part', async () => {
    const { agent, calls } = agentOf(view);
    expect(await agent.findReplacement(part(OBSOLETE))).toBe(REPLACEMENT?.id);
    expect(calls).toEqual(['lookup_part', 'get_item', 'lookup_part']);
  });

  test('sees in one look-up which part is active, and which states are unknown', async () => {
    const { agent } = agentOf(view);
    expect(await agent.isStillMade(part(ACTIVE))).toBe('active');
    expect(await agent.isStillMade(part(OBSOLETE))).toBe('not active');
    expect(await agent.isStillMade(part(UNKNOWN))).toBe('unknown');
    expect(await agent.findReplacement(part(UNKNOWN))).toBeNull();
  });

  test('concludes the same from the sentence about a batch', async () => {
    const { agent } = agentOf(view);
    expect(await agent.areStillMade([part(ACTIVE)])).toBe('active');
    expect(await agent.areStillMade([part(OBSOLETE), part(UNKNOWN)])).toBe('not active');
    expect(await agent.areStillMade([part(UNKNOWN)])).toBe('unknown');
  });
});

test('the tools explain to every assistant that a state may be unknown', () => {
  for (const name of ['lookup_part', 'lookup_parts', 'get_item']) {
    const tool = toolList().find((each) => each['name'] === name);
    expect(tool?.['description'], name).toMatch(/unknown/);
  }
});
