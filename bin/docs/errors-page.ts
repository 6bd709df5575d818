/** docs/errors.md, written from the catalogue of errors: `npm run docs:errors`. Every `doc_url` points to a heading of this page. */
import { ERROR_CODES, type ErrorCode } from '../../functions/core/errors.ts';

const INTRODUCTION = `# Errors

This page is written from the catalogue in \`functions/core/errors.ts\` by \`npm run docs:errors\`. Do not edit it by hand.

Every error has one of these codes, a \`message\` that says how to fix it, the \`field\` that is wrong where there is one, and a \`doc_url\` that points
to a heading here. Where several arguments are wrong the message names up to ten problems, and \`field\` is the first. Every 429 carries
\`retry_after_seconds\` beside its code, as the \`Retry-After\` header says it. Errors are never billed. Retry \`rate_limited\` after the seconds it names and \`internal_error\` after a short pause; do not
repeat anything else unchanged. The envelope:

\`\`\`json
{
  "data": null,
  "errors": [{ "code": "not_found", "message": "…", "field": null, "doc_url": "…/errors#not_found" }],
  "meta": { "request_id": "req_…" }
}
\`\`\`

On \`/mcp\` the envelope stands in \`error.data\` of a JSON-RPC error, and a tool that fails carries the same fields in
\`_meta["com.service/error"]\`. On \`/v1/oauth/token\` it stands beside the \`error\` and \`error_description\` of RFC 6749.
`;

const GATEWAY = `## Answers of the gateway itself

Some answers come from API Gateway before or after any function of ours, and nothing can change their words. They are no envelope, have no code
and no \`X-Request-Id\`, only \`{"message":"…"}\` (on \`/mcp\`, no JSON-RPC either). Nothing is billed for them.

| HTTP | message | when | what to do |
| --- | --- | --- | --- |
| 413 | \`Request Entity Too Large\` | The body is over 10 MB, or so long (about 6 MB, 4.5 MB of what is not text) that it cannot be handed to a function. A smaller one over 64 KB is our [\`bad_request\`](#bad_request). | Send at most 64 KB. |
| 429 | \`Too Many Requests\` | All callers together send more than the gateway is set to pass on. | Wait some seconds; there is no \`Retry-After\`. |
| 500 | \`Internal Server Error\` | A function ended without an answer. | Try again after a short pause. |
| 503 | \`Service Unavailable\` | No function is free, or none answered within 30 seconds. | Try again after a short pause. |
`;

export function errorsPage(): string {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return [INTRODUCTION, overview(codes), ...codes.map(section), GATEWAY].join('\n');
}

function overview(codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => {
    const entry = ERROR_CODES[code];
    return `| [\`${code}\`](#${code}) | ${entry.httpStatus} | ${entry.meaning} |`;
  });
  return ['| Code | HTTP | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

function section(code: ErrorCode): string {
  const entry = ERROR_CODES[code];
  const elsewhere =
    'dashboardOnly' in entry ? '\nThe interface of the customer’s page sends it; `/mcp` never does.\n' : '';
  return `## ${code}

HTTP ${entry.httpStatus}. ${entry.meaning}
${elsewhere}
- What to do: ${entry.fix}
- Where it occurs: ${entry.occurs}
`;
}
