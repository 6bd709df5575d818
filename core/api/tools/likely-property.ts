/** Guesses the intended property for an unknown name, because models use the names of other interfaces. */
import { differInOne } from '../../index/part-keys/key-text.ts';

/** Names of the arguments in other interfaces, without case, hyphens and underscores. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  part_number: ['mpn', 'partno', 'partnum', 'number', 'part', 'sku', 'model', 'modelnumber', 'manufacturerpartnumber'],
  manufacturer: ['maker', 'brand', 'vendor', 'supplier', 'mfr', 'mfg', 'make', 'manufacturername'],
  gtin: ['barcode', 'ean', 'upc', 'gtin14', 'ean13', 'upca', 'isbn'],
  item_id: ['id', 'item', 'itemid', 'recordid', 'productid'],
  catalog_id: ['id', 'catalog', 'catalogid', 'catalogue', 'catalogueid'],
  query: ['q', 'keywords', 'keyword', 'text', 'search', 'term', 'terms', 'searchterm', 'words'],
  unspsc: ['unspsccode', 'category', 'categorycode', 'commodity', 'class'],
  limit: ['pagesize', 'perpage', 'count', 'size', 'max', 'maxresults', 'numresults', 'top', 'topk'],
  cursor: ['nextcursor', 'page', 'offset', 'pagetoken', 'nextpagetoken', 'after'],
  items: ['parts', 'products', 'entries', 'list', 'partnumbers', 'queries', 'lookups'],
  fields: ['field', 'select', 'columns'],
  include: ['includes', 'sections', 'section', 'expand', 'with'],
  include_sources: ['sources', 'withsources', 'includesource'],
  min_confidence: ['confidence', 'minimumconfidence', 'threshold'],
  outcome: ['outcomes', 'status', 'state', 'filter'],
  description: ['desc', 'details', 'note', 'notes', 'comment'],
};

/** Returns the allowed property with the same letters, with a known synonym, or nearly of this name. */
export function likelyProperty(key: string, allowed: readonly string[]): string | undefined {
  const letters = lettersOf(key);
  return (
    allowed.find((name) => lettersOf(name) === letters) ??
    allowed.find((name) => OTHER_NAMES[name]?.includes(letters)) ??
    nearName(key, allowed)
  );
}

/** Returns the name with the same letters and digits, or with one missing, added, changed or swapped with the next. */
export function nearName(given: string, names: readonly string[]): string | undefined {
  const letters = lettersOf(given);
  return (
    names.find((name) => lettersOf(name) === letters) ??
    (letters.length < SHORTEST_NEAR ? undefined : names.find((name) => differInOne(lettersOf(name), letters)))
  );
}

/** One letter of a shorter word makes another word. */
const SHORTEST_NEAR = 4;
const MAX_NAME = 60;

function lettersOf(name: string): string {
  return name
    .slice(0, MAX_NAME)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}
