/**
 * The HTTP API's routes at the gateway. A test compares them with core/api/http-api/api-routes.ts. Other API paths go
 * to the discovery function.
 */
export const API_ROUTES = [
  'GET /v1/items/lookup',
  'POST /v1/items/lookup',
  'GET /v1/items/search',
  'GET /v1/items/{item_id}',
  'GET /v1/catalogs',
  'GET /v1/catalogs/{catalog_id}/rows',
  'GET /v1/usage',
  'POST /v1/enrichment',
  'GET /v1/enrichment',
];
