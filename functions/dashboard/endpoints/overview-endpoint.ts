/**
 * Returns the data of the first view in one answer. It takes two round trips to the store, including that of the
 * session.
 */
import * as z from 'zod/mini';
import { billingStateAt } from '../../../core/billing/accounts/account.ts';
import { NO_PLAN } from '../../../core/billing/plans/built-in-plans.ts';
import { tokensPerRecord } from '../../../core/billing/meter/usage-figures.ts';
import { countGroups } from '../../../core/catalogs/rows/row-groups.ts';
import { legalPages } from '../../../core/service-settings.ts';
import { timeText } from '../../../core/time.ts';
import { listConnectedAssistants } from '../../../core/access/assistants/list-assistants.ts';
import { formatUsd, RESEARCH_PRICE_USD_TEXT } from '../../../core/money.ts';
import {
  accountReport,
  assistantData,
  budgetChoice,
  callsOfPeriod,
  capData,
  daysOfPeriod,
  keyData,
  periodList,
  spendingData,
} from '../../../core/dashboard/views/dashboard-data.ts';
import { csrfTokenOf } from '../../../core/access/people/session.ts';
import { endpoint } from './define-endpoint.ts';

/** The catalogs whose undecided rows the menu counts. */
const CATALOGS_COUNTED = 50;

export const overview = endpoint({
  method: 'GET',
  path: '/overview',
  access: 'member',
  input: z.strictObject({}),
  async handle({
    dependencies: { reports, people, catalogs, settings },
    signedIn: { account, member, cookie },
    nowMs,
  }) {
    const { accountId, terms } = account;
    const [person, usage, clients, records, days, newest] = await Promise.all([
      people.readPerson(member.personId),
      reports.readUsageHistory(accountId),
      reports.listClients(accountId),
      reports.listAssistants(accountId),
      reports.listAssistantDays(accountId),
      catalogs.listCatalogs(accountId, { before: Infinity, limit: CATALOGS_COUNTED }),
    ]);
    const read = {
      listClients: async () => clients,
      listAssistants: async () => records,
      listAssistantDays: async () => days,
      listMembers: () => reports.listMembers(accountId),
    };
    const daysOf = daysOfPeriod(account, days, nowMs);
    const spendingOf = new Map(clients.map((client) => [client.clientId, spendingData(account, client, usage, nowMs)]));
    const assistants = await listConnectedAssistants(read, accountId, nowMs);
    return {
      data: {
        person: {
          person_id: member.personId,
          email: member.email,
          role: member.role,
          /** The number of accounts that they belong to or are invited to. */
          accounts: person?.value.accountIds.length ?? 1,
        },
        /** The `X-CSRF-Token` of every change. */
        csrf_token: csrfTokenOf(cookie),
        account: {
          account_id: accountId,
          name: account.name,
          status: account.status,
          billing_state: billingStateAt(account, nowMs),
          /** When the account becomes past due after a failed payment; null if none failed. */
          grace_ends_at: account.graceEndsAtMs === undefined ? null : timeText(account.graceEndsAtMs),
          plan: terms.name,
          /** Without one, the free trial’s terms apply. */
          has_plan: terms.code !== NO_PLAN.code,
          requests_per_minute: terms.requestsPerMinute,
          parts_per_call: terms.batchSize,
          list_rows_per_period: terms.catalogRowsPerMonth,
          price_per_1000_usd: formatUsd(1_000 * terms.overagePriceNanoUsdPerToken),
          /** The items that the account's test keys may read in a day; null without a limit. */
          test_items_per_day: settings.testItemsPerDay ?? null,
          research_allowed: terms.researchAllowed,
          /** The price of each part that research finds. */
          research_price_usd: `$${RESEARCH_PRICE_USD_TEXT}`,
          /** Absent while sign-in is off. */
          ...(settings.signIn && { spending_by_sign_in: account.spendingBySignIn }),
        },
        /** The result of get_usage for a live key. */
        usage: accountReport(account, usage, settings.dashboardUrl, nowMs),
        cap: capData(account, usage, nowMs),
        /** The budget of every sign-in without one of its own. */
        sign_in_budget: budgetChoice(account.signInBudget ?? null),
        /** The average tokens per item, which the estimate uses; null if there is none yet. */
        tokens_per_record: tokensPerRecord(account, usage, nowMs),
        trial: { items: usage.trial?.items ?? 0, allowance: account.trialAllowanceItems },
        days: daysOf,
        calls: callsOfPeriod(account, usage, daysOf, nowMs),
        /** Newest first. */
        periods: periodList(usage),
        keys: clients
          .filter(({ signIn }) => signIn === undefined)
          .map((client) => ({ ...keyData(client), spending: spendingOf.get(client.clientId) ?? null }))
          .sort((a, b) => (a.created_at < b.created_at ? -1 : 1)),
        assistants: assistants.map((one) => assistantData(one, spendingOf.get(one.clientId) ?? null)),
        /** The undecided rows of the newest catalogs. */
        rows_to_decide: newest.reduce((sum, catalog) => sum + (countGroups(catalog).to_decide ?? 0), 0),
        links: {
          mcp: `${settings.baseUrl}/mcp`,
          docs: settings.docsBaseUrl,
          plans: settings.upgradeUrl,
          /** The email address of support. */
          support: settings.supportEmail,
          /** Absent if the stage does not set it. */
          billing_portal: settings.billingPortal,
          ...legalPages(settings),
        },
      },
    };
  },
});
