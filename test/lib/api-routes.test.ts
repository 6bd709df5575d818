import { expect, test } from 'vitest';
import { API_ROUTES as AT_THE_GATEWAY } from '../../lib/functions/api-routes.ts';
import { API_ROUTES } from '../../core/api/http-api/api-routes.ts';

test('the gateway has a route for each endpoint of the HTTP API, and no other', () => {
  expect(AT_THE_GATEWAY).toEqual(API_ROUTES);
});
