/**
 * Lists the errors of a message by the rules of JSON-RPC and MCP, and maps each to its HTTP status, JSON-RPC code,
 * message and error code (docs/reference/http.md#cases).
 */
import type { ServiceError } from '../../errors.ts';
import {
  MCP_HEADER_MISMATCH,
  MCP_UNSUPPORTED_VERSION,
  RPC_INVALID_PARAMS,
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
  RPC_PARSE_ERROR,
  type RpcProblem,
} from './json-rpc.ts';
import { SUPPORTED_VERSIONS } from './protocol-version.ts';

export type ProtocolError =
  | RpcProblem
  | { readonly kind: 'posted_response' }
  | { readonly kind: 'unsupported_version'; readonly requested: string }
  | { readonly kind: 'header_mismatch'; readonly header: string; readonly problem: 'missing' | 'different' }
  | { readonly kind: 'invalid_meta'; readonly member: string }
  | { readonly kind: 'unknown_method'; readonly era: 'modern' | 'legacy' }
  | { readonly kind: 'invalid_params'; readonly problem: string; readonly field?: string };

interface RpcErrorAnswer {
  readonly httpStatus: number;
  readonly rpcCode: number;
  readonly error: ServiceError;
  /** The members that the protocol requires in `error.data`, in addition to the service's envelope. */
  readonly data?: Readonly<Record<string, unknown>>;
}

const ECHO_LENGTH = 64;

export function toRpcError(error: ProtocolError): RpcErrorAnswer {
  switch (error.kind) {
    case 'parse_error':
      return badRequest(RPC_PARSE_ERROR, 'The body is not JSON in UTF-8.');
    case 'invalid_request':
      return badRequest(RPC_INVALID_REQUEST, error.problem);
    case 'posted_response':
      return badRequest(RPC_INVALID_REQUEST, 'This server sends no requests, so it takes no responses.');
    case 'unsupported_version':
      return {
        httpStatus: 400,
        rpcCode: MCP_UNSUPPORTED_VERSION,
        error: {
          code: 'invalid_parameter',
          message: `Unsupported protocol version. Supported: ${SUPPORTED_VERSIONS.join(', ')}.`,
          field: 'MCP-Protocol-Version',
        },
        data: { supported: SUPPORTED_VERSIONS, requested: error.requested.slice(0, ECHO_LENGTH) },
      };
    case 'header_mismatch':
      return {
        httpStatus: 400,
        rpcCode: MCP_HEADER_MISMATCH,
        error: { code: 'invalid_parameter', message: mismatchMessage(error), field: error.header },
      };
    case 'invalid_meta':
      return {
        httpStatus: 400,
        rpcCode: RPC_INVALID_PARAMS,
        error: {
          code: 'invalid_parameter',
          message: `Requests of this revision need a valid ${error.member} in params.`,
          field: error.member,
        },
      };
    case 'unknown_method':
      return {
        httpStatus: error.era === 'modern' ? 404 : 200,
        rpcCode: RPC_METHOD_NOT_FOUND,
        error: { code: 'not_found', message: 'Method not found. This server offers tools only.' },
      };
    case 'invalid_params':
      return {
        httpStatus: 200,
        rpcCode: RPC_INVALID_PARAMS,
        error: {
          code: 'invalid_parameter',
          message: error.problem,
          ...(error.field === undefined ? {} : { field: error.field }),
        },
      };
  }
}

function badRequest(rpcCode: number, message: string): RpcErrorAnswer {
  return { httpStatus: 400, rpcCode, error: { code: 'bad_request', message } };
}

function mismatchMessage(error: Extract<ProtocolError, { kind: 'header_mismatch' }>): string {
  return error.problem === 'missing'
    ? `The ${error.header} header is required on this request.`
    : `The ${error.header} header differs from the request body.`;
}
