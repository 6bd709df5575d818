/** Returns the account's enrichment requests: open, found and not found, with their cost. */
import * as z from 'zod/mini';
import { researchData } from '../../../core/dashboard/views/enrichment-data.ts';
import { endpoint } from './define-endpoint.ts';

const MOST = 500;

export const research = endpoint({
  method: 'GET',
  path: '/research',
  access: 'member',
  input: z.strictObject({}),
  async handle({ dependencies: { enrichment }, signedIn: { account } }) {
    return { data: researchData(await enrichment.listRequests(account.accountId), MOST) };
  },
});
