/** Writes /llms.txt (llmstxt.org), which describes the service to an assistant that has not connected yet. */
import { numberText } from '../../number-text.ts';
import { BUILT_IN_PLANS, TRIAL_ALLOWANCE_ITEMS } from '../../billing/plans/built-in-plans.ts';
import { resourceUrl } from '../../access/auth/access-token.ts';
import { TOKEN_PATH } from '../../access/auth/discovery-documents.ts';
import { ERROR_CODES } from '../../error-codes.ts';
import { API_PAGE_PATH, OPENAPI_PATH } from '../http-api/api-routes.ts';
import { SUPPORTED_VERSIONS } from '../mcp-message/protocol-version.ts';
import { formatUsd, RESEARCH_PRICE_USD_TEXT } from '../../money.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import { SERVER_CARD_PATH } from './server-card.ts';
import { SERVICE_DESCRIPTION } from '../../service-face.ts';
import { SKILL_PATH } from './skill-text.ts';
import { COST_WORDS, TOOL_GUIDE } from './tool-guide.ts';

export const LLMS_PATH = '/llms.txt';

export function llmsText({ baseUrl, docsBaseUrl, supportEmail, serviceName }: ServiceSettings): string {
  return `# ${serviceName}

> An MCP server for product data. ${SERVICE_DESCRIPTION} Answers are metered to the token and capped to the cent.

- Address: ${resourceUrl(baseUrl)} (Streamable HTTP; MCP ${SUPPORTED_VERSIONS.join(', ')})
- Credentials: the header \`Authorization: Bearer <client id>:<client secret>\`, or an access token of an hour from \`POST ${baseUrl}${TOKEN_PATH}\` (client credentials). Never put a key in an address.
- A person makes the key in the dashboard: [connect an assistant](${docsBaseUrl}/docs/connect).
- Questions: ${supportEmail}

## Tools

${TOOL_GUIDE.map(({ name, does, cost, scope }) => `- \`${name}\`: ${does}. Cost: ${COST_WORDS[cost]}. Scope: \`${scope}\`.`).join('\n')}

## Prices

- A token is four bytes of the product data that an answer holds. What is not found costs nothing, and refused calls cost nothing.
${BUILT_IN_PLANS.map(planLine).join('\n')}
- Research: $${RESEARCH_PRICE_USD_TEXT} for each part that is found, once; nothing otherwise.
- A new account has a free trial of ${TRIAL_ALLOWANCE_ITEMS} items. A spending cap, which the customer sets, bounds what a month may cost beyond the plan.

## Documentation

- [Connect an assistant](${docsBaseUrl}/docs/connect): install links and commands
- [How to use the tools well](${baseUrl}${SKILL_PATH}): a skill file for agents
- [Tools](${docsBaseUrl}/docs/tools), [billing](${docsBaseUrl}/docs/billing), [research](${docsBaseUrl}/docs/research), [lists](${docsBaseUrl}/docs/lists)
- [Server card](${baseUrl}${SERVER_CARD_PATH}): the address and its header as JSON
- [HTTP API](${docsBaseUrl}${API_PAGE_PATH}): the same for programs that are not assistants, and its [OpenAPI description](${baseUrl}${OPENAPI_PATH})

## Errors

${ERRORS.map(([code, { httpStatus, meaning }]) => `- [${code}](${docsBaseUrl}/errors#${code}) (${httpStatus}): ${meaning}`).join('\n')}
`;
}

const ERRORS = Object.entries(ERROR_CODES);

function planLine({ name, tokensIncluded, overagePriceNanoUsdPerToken, requestsPerMinute }: Plan): string {
  const included = numberText(tokensIncluded);
  const requests = numberText(requestsPerMinute);
  return `- ${name}: ${included} tokens a month, then ${formatUsd(1_000 * overagePriceNanoUsdPerToken)} for 1,000; ${requests} requests a minute.`;
}

type Plan = (typeof BUILT_IN_PLANS)[number];
