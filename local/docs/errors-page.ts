/** docs/errors.md, written from the catalogue of errors: `npm run docs:errors`. Every `doc_url` points to a heading of this page. */
import { ERROR_CATALOGUE, type ErrorCode } from '../../functions/core/errors.ts';

const INTRODUCTION = `# Errors

This page is written from the catalogue in \`functions/core/errors.ts\` by \`npm run docs:errors\`. Do not edit it by hand.

Every error has one of these codes, a \`message\` that says how to mend it, the \`field\` at fault where there is one, and a \`doc_url\` that points
to a heading here. Errors are never billed. Retry \`rate_limited\` after the seconds it names and \`internal_error\` after a short pause; do not
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

export function errorsPage(): string {
  const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
  return [INTRODUCTION, overview(codes), ...codes.map(section)].join('\n');
}

function overview(codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => {
    const entry = ERROR_CATALOGUE[code];
    return `| [\`${code}\`](#${code}) | ${entry.httpStatus} | ${entry.meaning} |`;
  });
  return ['| Code | HTTP | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

function section(code: ErrorCode): string {
  const entry = ERROR_CATALOGUE[code];
  const elsewhere =
    'dashboardOnly' in entry ? '\nThis server never sends it: it belongs to the dashboard and website APIs.\n' : '';
  return `## ${code}

HTTP ${entry.httpStatus}. ${entry.meaning}
${elsewhere}
- What to do: ${entry.fix}
- Where it occurs: ${entry.occurs}
`;
}
