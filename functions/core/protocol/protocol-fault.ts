/**
 * Everything that can be wrong with a message by the rules of JSON-RPC and MCP, and how each is said on the wire:
 * HTTP status, JSON-RPC code, words, and the code of our own catalogue (wire-contract.md, table of refusals).
 */
import type { ServiceError } from '../errors.ts';
import {
  MCP_HEADER_MISMATCH,
  MCP_UNSUPPORTED_VERSION,
  RPC_INVALID_PARAMS,
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
  RPC_PARSE_ERROR,
  type RpcFault,
} from './json-rpc.ts';
import { SUPPORTED_REVISIONS } from './revision.ts';

export type ProtocolFault =
  | RpcFault
  | { readonly kind: 'posted_response' }
  | { readonly kind: 'unsupported_version'; readonly requested: string }
  | { readonly kind: 'header_mismatch'; readonly header: string; readonly problem: 'missing' | 'different' }
  | { readonly kind: 'invalid_meta'; readonly member: string }
  | { readonly kind: 'unknown_method'; readonly era: 'modern' | 'legacy' }
  | { readonly kind: 'invalid_params'; readonly problem: string; readonly field?: string };

export interface SpokenFault {
  readonly httpStatus: number;
  readonly rpcCode: number;
  readonly error: ServiceError;
  /** What the protocol itself wants in `error.data`, beside our envelope. */
  readonly data?: Readonly<Record<string, unknown>>;
}

const ECHO_LENGTH = 64;

export function speakFault(fault: ProtocolFault): SpokenFault {
  switch (fault.kind) {
    case 'parse_error':
      return badRequest(RPC_PARSE_ERROR, 'The body is not JSON in UTF-8.');
    case 'invalid_request':
      return badRequest(RPC_INVALID_REQUEST, fault.problem);
    case 'posted_response':
      return badRequest(RPC_INVALID_REQUEST, 'This server sends no requests, so it takes no responses.');
    case 'unsupported_version':
      return {
        httpStatus: 400,
        rpcCode: MCP_UNSUPPORTED_VERSION,
        error: {
          code: 'invalid_parameter',
          message: `Unsupported protocol version. Supported: ${SUPPORTED_REVISIONS.join(', ')}.`,
          field: 'MCP-Protocol-Version',
        },
        data: { supported: SUPPORTED_REVISIONS, requested: fault.requested.slice(0, ECHO_LENGTH) },
      };
    case 'header_mismatch':
      return {
        httpStatus: 400,
        rpcCode: MCP_HEADER_MISMATCH,
        error: { code: 'invalid_parameter', message: mismatchMessage(fault), field: fault.header },
      };
    case 'invalid_meta':
      return {
        httpStatus: 400,
        rpcCode: RPC_INVALID_PARAMS,
        error: {
          code: 'invalid_parameter',
          message: `Requests of this revision need a valid ${fault.member} in params.`,
          field: fault.member,
        },
      };
    case 'unknown_method':
      return {
        httpStatus: fault.era === 'modern' ? 404 : 200,
        rpcCode: RPC_METHOD_NOT_FOUND,
        error: { code: 'not_found', message: 'Method not found. This server offers tools only.' },
      };
    case 'invalid_params':
      return {
        httpStatus: 200,
        rpcCode: RPC_INVALID_PARAMS,
        error: {
          code: 'invalid_parameter',
          message: fault.problem,
          ...(fault.field === undefined ? {} : { field: fault.field }),
        },
      };
  }
}

function badRequest(rpcCode: number, message: string): SpokenFault {
  return { httpStatus: 400, rpcCode, error: { code: 'bad_request', message } };
}

function mismatchMessage(fault: Extract<ProtocolFault, { kind: 'header_mismatch' }>): string {
  return fault.problem === 'missing'
    ? `The ${fault.header} header is required on this request.`
    : `The ${fault.header} header differs from the request body.`;
}
