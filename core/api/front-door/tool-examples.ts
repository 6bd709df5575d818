/**
 * The examples of the public pages: for each tool a question in a person's words, and its arguments. The parts are of
 * the demo index, so that a local service answers what the page prints; web/answers.json holds the answers, which `npm
 * run docs:answers` asks for.
 */
interface ToolExample {
  readonly question: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const CAPACITOR = { manufacturer: 'Solmira', part_number: 'CC 1027 X' };
/** Stands for an id of the reader's own. */
export const EXAMPLE_CATALOG = 'cat_0a1b2c3d';

export const TOOL_EXAMPLES: Readonly<Record<string, ToolExample>> = {
  get_usage: { question: 'How much of our plan is left?', arguments: {} },
  lookup_part: {
    question: 'Is Solmira’s CC 1027 X still made?',
    arguments: { ...CAPACITOR, fields: ['title'] },
  },
  lookup_parts: {
    question: 'Which of these two do you know?',
    arguments: {
      items: [CAPACITOR, { manufacturer: 'Tarnvik', part_number: 'MS 9999' }],
      fields: ['title'],
    },
  },
  search_items: {
    question: 'A ceramic capacitor of 4.7 µF for 50 V?',
    arguments: { query: 'ceramic capacitor 4.7 µF 50 V', limit: 1, fields: ['title', 'manufacturer', 'mpn'] },
  },
  get_item: {
    question: 'Its specifications?',
    arguments: { item_id: 'itm_SlqPl1qt', fields: ['attributes'] },
  },
  list_my_catalogs: { question: 'Which files did we upload?', arguments: {} },
  get_catalog_items: {
    question: 'What of it was not found?',
    arguments: { catalog_id: EXAMPLE_CATALOG, outcome: ['not_found'] },
  },
  request_enrichment: {
    question: 'Look for it; $0.15 is fine.',
    arguments: { items: [{ manufacturer: 'Tarnvik', part_number: 'MS 9999' }] },
  },
};
