/** The consent page: who asks, for which account, what it may do and cost. To refuse takes what it takes to allow: one button of the same size. */
import { PERMISSION_WORDS, type Permission } from '../../core/accounts/permissions.ts';
import { NO_PLAN } from '../../core/accounts/built-in-plans.ts';
import type { Account } from '../../core/accounts/plan.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { centsToNanoUsd, formatUsd, RESEARCH_PRICE_USD_TEXT } from '../../core/money.ts';
import { writeAuthorizationQuery } from '../../core/oauth/authorization-request.ts';
import { consentOffer, type Offered } from '../../core/oauth/consent-offer.ts';
import { formActionSource } from '../../core/oauth/form-action-source.ts';
import type { AuthorizationRequest } from '../../core/oauth/oauth-client.ts';
import { AUTHORIZE_PATH } from '../../core/auth/discovery-documents.ts';
import { escapeHtml } from '../../core/dashboard/escape-html.ts';
import { pageAnswer } from '../../core/dashboard/page-frame.ts';
import { whoAsks } from './who-asks.ts';

export const CONSENT_PATH = `${AUTHORIZE_PATH}/consent`;

export interface ConsentQuestion {
  readonly request: AuthorizationRequest;
  readonly email: string;
  readonly account: Account;
  /** All of the person's, the one asked about among them. */
  readonly accounts: readonly Pick<Account, 'accountId' | 'name'>[];
  readonly token: string;
  /** Why an answer before did not count. */
  readonly fault?: string;
  readonly status?: number;
}

const EXPLAINED: Readonly<Record<Permission, string>> = {
  look_up: 'Find parts and read their records. This uses the plan’s tokens.',
  catalogs: 'Read the lists that your account imported, row by row.',
  usage: 'See what was used, what it costs, and how far the cap is.',
  enrich: `Order research of parts that are not in the index: $${RESEARCH_PRICE_USD_TEXT} for each part found.`,
};

export function consentPage(question: ConsentQuestion): HttpResponse {
  const { request, account, token, fault, status = 200 } = question;
  const query = writeAuthorizationQuery(request);
  const isActive = account.status === 'active';
  const content = [
    fault === undefined ? '' : `<p class="refusal" role="alert">${escapeHtml(fault)}</p>`,
    whoAsks(request),
    signedInAs(question),
    isActive
      ? ''
      : `<p class="refusal" role="alert">The account is ${account.status}: no assistant can be connected to it.</p>`,
    `<form method="post" action="${CONSENT_PATH}?${escapeHtml(query)}">`,
    `<input type="hidden" name="token" value="${escapeHtml(token)}">`,
    `<input type="hidden" name="account_id" value="${escapeHtml(account.accountId)}">`,
    isActive ? choices(request, account) : '',
    isActive ? `<p>${escapeHtml(costOf(account))}</p>` : '',
    '<p class="actions"><button name="decision" value="refuse">Refuse</button>',
    isActive ? '<button name="decision" value="allow">Allow</button>' : '',
    '</p></form>',
    '<p class="quiet">You can take it back at any time, under Assistants on your page; it holds from the next request.</p>',
  ];
  return pageAnswer({
    status,
    title: `Let “${request.client.name}” use your product data?`,
    content: content.join('\n'),
    formAction: formActionSource(request.redirectUri),
  });
}

/** With several accounts another one can be looked at first: what can be allowed, and its cost, differ. */
function signedInAs({ request, email, account, accounts }: ConsentQuestion): string {
  const who = `You are signed in as ${escapeHtml(email)}.`;
  if (accounts.length < 2) return `<p>${who} The account is <strong>${escapeHtml(account.name)}</strong>.</p>`;
  const query = [...new URLSearchParams(writeAuthorizationQuery(request))];
  const hidden = query.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const options = accounts.map(({ accountId, name }) => {
    const selected = accountId === account.accountId ? ' selected' : '';
    return `<option value="${escapeHtml(accountId)}"${selected}>${escapeHtml(name)} (${escapeHtml(accountId)})</option>`;
  });
  return `<p>${who} This is about the account <strong>${escapeHtml(account.name)}</strong>.</p>
<form method="get" action="${AUTHORIZE_PATH}">${hidden.join('')}
<div class="row"><label>Account<select name="account">${options.join('')}</select></label><button>Use this account</button></div></form>`;
}

function choices({ scopes }: AuthorizationRequest, account: Account): string {
  const offered = consentOffer(scopes, account).map(choice);
  return `<fieldset><legend>It may, for ${escapeHtml(account.name)}</legend>${offered.join('')}</fieldset>`;
}

function choice({ permission, state }: Offered): string {
  const words = `<span>${PERMISSION_WORDS[permission]}<small>${escapeHtml(EXPLAINED[permission])}</small></span>`;
  switch (state) {
    case 'ticked':
    case 'unticked': {
      const checked = state === 'ticked' ? ' checked' : '';
      return `<label><input type="checkbox" name="permission" value="${permission}"${checked}>${words}</label>`;
    }
    case 'plan_without_research':
      return `<p class="quiet">${PERMISSION_WORDS[permission]} is asked for and cannot be allowed: the plan has no research.</p>`;
    case 'spending_not_switched_on':
      return `<p class="quiet">${PERMISSION_WORDS[permission]} is asked for and cannot be allowed: an owner of the account has to switch it on first, under Cap and members.</p>`;
  }
}

function costOf({ terms, trialAllowanceItems, spendingCapCents }: Account): string {
  if (terms.code === NO_PLAN.code)
    return `What it may cost: nothing. The account is on its free trial of ${trialAllowanceItems} items.`;
  const price = formatUsd(1_000 * terms.overagePriceNanoUsdPerToken);
  const cap =
    spendingCapCents === null
      ? 'There is no spending cap.'
      : `The spending cap of ${formatUsd(centsToNanoUsd(spendingCapCents))} a period holds for it too.`;
  const included = terms.tokensIncluded.toLocaleString('en-US');
  return `What it may cost: its calls use the ${included} tokens that the plan includes a period; beyond them 1,000 tokens cost ${price}. ${cap}`;
}
