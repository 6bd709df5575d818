/**
 * Faults of the service that a run must find, one for each promise. All but the first change what its writes and reads
 * mean for the database.
 */
import type { CloudRequest, CloudService } from './simulated-cloud.ts';

export const PLANTED = [
  /** The SDK repeats a charge that was not answered. */
  'a double charge',
  'a lost take-back',
  'an unchecked cap',
  'a statement off by a nano-USD',
  'rows of another account',
] as const;

export type Planted = (typeof PLANTED)[number];

const ACCOUNT = /acc_[A-Za-z0-9]{10}/;

export function plantedIn(database: CloudService, planted: Planted): CloudService {
  const accounts = new Set<string>();
  const body = (request: CloudRequest): string => {
    switch (planted) {
      case 'an unchecked cap':
        return request.body.replace(
          '#tokens <= :tokensAtMost)',
          '#tokens <= :tokensAtMost OR attribute_exists(#tokens))',
        );
      case 'a statement off by a nano-USD':
        return request.body.replace(
          /("statement_id":.*"total":\{"N":")(\d+)"/,
          (_, before: string, total: string) => `${before}${Number(total) + 1}"`,
        );
      case 'rows of another account': {
        const [accountId = ''] = ACCOUNT.exec(request.body) ?? [];
        accounts.add(accountId);
        const isView = request.process.name.startsWith('dashboard') && request.operation === 'Query';
        const other = [...accounts].find((one) => one !== '' && one !== accountId);
        return isView && other !== undefined ? request.body.replaceAll(accountId, other) : request.body;
      }
      default:
        return request.body;
    }
  };
  return async (request) =>
    planted === 'a lost take-back' && /"#v\d+":/.test(request.body) && request.operation === 'UpdateItem'
      ? { statusCode: 200, body: {} }
      : database({ ...request, body: body(request) });
}
