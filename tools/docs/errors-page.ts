/**
 * Writes docs/reference/errors.md from the error catalog: `npm run docs:errors`. Every `doc_url` points to a heading of
 * this page.
 */
import { ERROR_CODES } from '../../core/error-codes.ts';
import type { ErrorCode } from '../../core/errors.ts';

const INTRODUCTION = `# Errors

<!-- Written from \`core/error-codes.ts\` by \`npm run docs:errors\`; do not edit it by hand. -->

Every error has a \`code\`, a \`message\` that says how to fix it, the wrong \`field\` where there is one, and a \`doc_url\` that points to a heading here. If several arguments are
wrong, the message names up to ten and \`field\` the first. Errors are never billed. Repeat \`rate_limited\` after its \`retry_after_seconds\` (also the \`Retry-After\` header),
\`internal_error\` after a short pause, and nothing else unchanged.

\`\`\`json
{
  "data": null,
  "errors": [{ "code": "not_found", "message": "…", "field": null, "doc_url": "…/errors#not_found" }],
  "meta": { "request_id": "req_…" }
}
\`\`\`

On \`/mcp\` this envelope is \`error.data\` of a JSON-RPC error; a tool's error has its fields in \`_meta["com.service/error"]\`. On \`/v1/oauth/token\`, the response
also has \`error\` and \`error_description\` of RFC 6749.
`;

const GATEWAY = `## Answers of the gateway itself

API Gateway itself sends these answers as \`{"message":"…"}\` only, without envelope, code or \`X-Request-Id\`, and on \`/mcp\` without JSON-RPC. Nothing is billed.

| HTTP | message | when | what to do |
|---|---|---|---|
| 413 | \`Request Entity Too Large\` | over 10 MB, or too long for a function (about 6 MB; 4.5 MB if it is not text). From 64 KB up to that, the answer is [\`bad_request\`](#bad_request). | Send at most 64 KB. |
| 429 | \`Too Many Requests\` | All callers together send too many requests. | Wait a few seconds; there is no \`Retry-After\`. |
| 500 | \`Internal Server Error\` | A function ended without an answer. | Try again after a short pause. |
| 503 | \`Service Unavailable\` | No function is free, or none answered within 30 seconds. | Try again after a short pause. |
`;

export function errorsPage(): string {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return [INTRODUCTION, overview(codes), ...codes.map(section), GATEWAY].join('\n');
}

function overview(codes: readonly ErrorCode[]): string {
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code].httpStatus))].toSorted((a, b) => a - b);
  const links = (status: number) =>
    codes.filter((code) => ERROR_CODES[code].httpStatus === status).map((code) => `[${code}](#${code})`);
  return `${statuses.map((status) => `- ${status}: ${links(status).join(', ')}`).join('\n')}\n`;
}

function section(code: ErrorCode): string {
  const { httpStatus, meaning, fix, occurs } = ERROR_CODES[code];
  return `## ${code}

HTTP ${httpStatus}. ${meaning}
**Fix:** ${fix}
**Where:** ${occurs}
`;
}
