/** Guesses the intended property for an unknown name, because models use the names of other interfaces. */

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

/** Returns the allowed property with the same letters or a known synonym, or undefined. */
export function likelyProperty(key: string, allowed: readonly string[]): string | undefined {
  const letters = lettersOf(key.slice(0, 60));
  return (
    allowed.find((name) => lettersOf(name) === letters) ?? allowed.find((name) => OTHER_NAMES[name]?.includes(letters))
  );
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
