/**
 * Writes errors on `/mcp` as JSON-RPC errors with the request's id; `data` is the envelope of
 * docs/reference/behavior.md#errors.
 */
import { errorEnvelope } from '../../errors.ts';
import type { ErrorWriter } from '../refusals/error-writer.ts';
import { readRequestOnce } from './read-request.ts';

export const rpcErrors: ErrorWriter = ({ status, headers, error, rpcCode, data }, { settings, requestId, http }) => {
  // A page of a foreign origin must not learn anything about its request (the protocol's security section).
  const id = error.code === 'origin_not_allowed' ? undefined : readRequestOnce(http).id;
  const envelope = errorEnvelope(error, settings.docsBaseUrl, requestId);
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      jsonrpc: '2.0',
      ...(id === undefined ? {} : { id }),
      error: { code: rpcCode, message: error.message, data: { ...envelope, ...data } },
    }),
  };
};
