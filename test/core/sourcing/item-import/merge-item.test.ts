import { describe, expect, test } from 'vitest';
import { mergeItem } from '../../../../core/sourcing/item-import/merge-item.ts';
import type { ItemDraft } from '../../../../core/index/items/item-record.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';

const active = (more: object = {}) => ({ lifecycle: { status: 'active', ...more } });
const obsolete = (more: object = {}) => ({ lifecycle: { status: 'obsolete', last_buy: '2025-01-31', ...more } });

function merged(known: Partial<ItemDraft>, draft: Partial<ItemDraft>) {
  const first = mergeItem(recordOf(known), recordOf(draft), true).item;
  expect(mergeItem(first, recordOf(draft), true).item).toEqual(first);
  return { attributes: first.attributes, confidences: first.section_confidence };
}

describe('the lifecycle of a part that two sources state differently', () => {
  test('is the one with the later stated day, in either order', () => {
    const later = { attributes: obsolete({ as_of: '2026-05-01' }) };
    const earlier = { attributes: active({ as_of: '2024-05-01' }) };
    expect(merged(later, earlier).attributes).toEqual(later.attributes);
    expect(merged(earlier, later).attributes).toEqual(later.attributes);
  });

  test('is the one with the higher confidence if both state the same day or none', () => {
    const sure = { attributes: obsolete(), section_confidence: { 'attributes.lifecycle': 95 } };
    const unsure = { attributes: active(), section_confidence: { lifecycle: 60, 'attributes.specifications': 80 } };
    expect(merged(sure, unsure)).toEqual({
      attributes: sure.attributes,
      confidences: { 'attributes.lifecycle': 95, 'attributes.specifications': 80 },
    });
    expect(merged(unsure, sure).attributes).toEqual(sure.attributes);
  });

  test('is the draft’s if nothing else decides, and never a mixture of both', () => {
    expect(merged({ attributes: obsolete() }, { attributes: active() }).attributes).toEqual(active());
  });

  test('stays if the draft states no lifecycle', () => {
    expect(merged({ attributes: obsolete() }, { attributes: { bore: 4 } }).attributes).toEqual({
      ...obsolete(),
      bore: 4,
    });
  });
});
