/**
 * The consent page shows the assistant, the account, and what it may do and cost. Refusing is as easy as allowing: one
 * button of the same size.
 */
import { PERMISSION_LABELS, type Permission } from '../../core/access/auth/permissions.ts';
import { NO_PLAN } from '../../core/billing/plans/built-in-plans.ts';
import type { Account } from '../../core/billing/accounts/account.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { centsToNanoUsd, formatUsd, RESEARCH_PRICE_USD_TEXT } from '../../core/money.ts';
import { writeAuthorizationQuery } from '../../core/access/oauth/authorization-request.ts';
import { consentOffer, type OfferedPermission } from '../../core/access/oauth/consent-offer.ts';
import { formActionSource } from '../../core/access/oauth/form-action-source.ts';
import type { AuthorizationRequest } from '../../core/access/oauth/oauth-client.ts';
import { AUTHORIZE_PATH } from '../../core/access/auth/discovery-documents.ts';
import { pageAnswer } from '../../adapters/pages/page-frame.tsx';
import { Button } from '../../web/design/button.tsx';
import { WhoAsks } from './who-asks.tsx';
import { numberText } from '../../core/number-text.ts';

export const CONSENT_PATH = `${AUTHORIZE_PATH}/consent`;

interface ConsentAsked {
  readonly request: AuthorizationRequest;
  readonly email: string;
  readonly account: Account;
  /** All accounts of the person, including `account`. */
  readonly accounts: readonly Pick<Account, 'accountId' | 'name'>[];
  readonly token: string;
  /** Why the previous answer was not accepted. */
  readonly refusal?: string;
  readonly status?: number;
}

const EXPLAINED: Readonly<Record<Permission, string>> = {
  look_up: 'Find parts and read their records. This uses the plan’s tokens.',
  catalogs: 'Read the lists that your account imported, row by row.',
  usage: 'See what was used, what it costs, and how far the cap is.',
  enrich: `Order research of parts that are not in the index: $${RESEARCH_PRICE_USD_TEXT} for each part found.`,
};

export function consentPage(consent: ConsentAsked): HttpResponse {
  const { request, account, token, refusal, status = 200 } = consent;
  const query = writeAuthorizationQuery(request);
  const isActive = account.status === 'active';
  return pageAnswer({
    status,
    title: `Let “${request.client.name}” use your product data?`,
    content: (
      <>
        {refusal !== undefined && <Refused text={refusal} />}
        <WhoAsks request={request} />
        <SignedInAs {...consent} />
        {!isActive && <Refused text={`The account is ${account.status}: no assistant can be connected to it.`} />}
        <form class="plain-form" noValidate method="post" action={`${CONSENT_PATH}?${query}`}>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="account_id" value={account.accountId} />
          {isActive && <Choices request={request} account={account} />}
          {isActive && <p>{costOf(account)}</p>}
          <div class="choice two">
            <Button type="submit" name="decision" value="refuse" large wide>
              Refuse
            </Button>
            {isActive && (
              <Button type="submit" name="decision" value="allow" large wide>
                Allow
              </Button>
            )}
          </div>
        </form>
        <p class="small muted">
          You can take it back at any time, under Assistants in your dashboard; it applies from the next request.
        </p>
      </>
    ),
    formAction: formActionSource(request.redirectUri),
  });
}

function Refused({ text }: { readonly text: string }) {
  return (
    <p class="banner bad" role="alert">
      {text}
    </p>
  );
}

/** Lets a person with several accounts choose another one, because permissions and cost differ. */
function SignedInAs({ request, email, account, accounts }: ConsentAsked) {
  if (accounts.length < 2)
    return (
      <p>
        You are signed in as {email}. The account is <strong>{account.name}</strong>.
      </p>
    );
  const query = [...new URLSearchParams(writeAuthorizationQuery(request))];
  return (
    <>
      <p>
        You are signed in as {email}. This is about the account <strong>{account.name}</strong>.
      </p>
      <form class="plain-form" noValidate method="get" action={AUTHORIZE_PATH}>
        {query.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label class="field">
          <span class="label">Account</span>
          <select class="select" name="account">
            {accounts.map(({ accountId, name }) => (
              <option key={accountId} value={accountId} selected={accountId === account.accountId}>
                {`${name} (${accountId})`}
              </option>
            ))}
          </select>
        </label>
        <div class="row">
          <Button type="submit">Use this account</Button>
        </div>
      </form>
    </>
  );
}

function Choices({ request: { scopes }, account }: Pick<ConsentAsked, 'request' | 'account'>) {
  return (
    <fieldset class="stack">
      <legend class="label">It may, for {account.name}</legend>
      {consentOffer(scopes, account).map((offered) => (
        <Choice key={offered.permission} {...offered} />
      ))}
    </fieldset>
  );
}

function Choice({ permission, state }: OfferedPermission) {
  switch (state) {
    case 'ticked':
    case 'unticked':
      return (
        <label class="check">
          <input type="checkbox" name="permission" value={permission} checked={state === 'ticked'} />
          <span>
            {PERMISSION_LABELS[permission]}
            <span class="sub">{EXPLAINED[permission]}</span>
          </span>
        </label>
      );
    case 'plan_without_research':
      return (
        <p class="muted">
          {PERMISSION_LABELS[permission]} is asked for and cannot be allowed: the plan has no research.
        </p>
      );
    case 'spending_not_switched_on':
      return (
        <p class="muted">
          {PERMISSION_LABELS[permission]} is asked for and cannot be allowed: an owner of the account has to switch it
          on first, under Plan and cap.
        </p>
      );
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
  const included = numberText(terms.tokensIncluded);
  return `What it may cost: its calls use the ${included} tokens that the plan includes a period; beyond them 1,000 tokens cost ${price}. ${cap}`;
}
