/**
 * Endpoints for owners: the list of statements with the current period, and one statement with its lines, keys and
 * found parts.
 */
import * as z from 'zod/mini';
import { statementsCsv } from '../../../core/dashboard/views/statement-csv.ts';
import { reservedOrNull, statementData, statementSummary } from '../../../core/dashboard/views/statement-data.ts';
import { refuse } from '../../../core/api/refusals/http-refusal.ts';
import { openStatement } from '../../../core/billing/statements/close-statements.ts';
import { endpoint } from './define-endpoint.ts';

const OPEN = 'open';
/** The id in the file of the running period. */
const RUNNING = 'running';

export const statements = endpoint({
  method: 'GET',
  path: '/statements',
  access: 'owner',
  input: z.strictObject({}),
  async handle({ dependencies, signedIn: { account }, nowMs }) {
    const { accountId } = account;
    const [open, closed] = await Promise.all([
      openStatement(dependencies.statements, accountId, nowMs),
      dependencies.statements.listStatements(accountId),
    ]);
    if (open === undefined) return refuse('not_found', 'There is no such account.');
    return {
      data: {
        /** The statement of the current period if nothing more happened. */
        open: { ...statementSummary(open.statement), reserved_usd: reservedOrNull(open.reservedNanoUsd) },
        /** Latest first. */
        statements: closed.toReversed().map(statementSummary),
      },
    };
  },
});

export const statement = endpoint({
  method: 'GET',
  path: '/statements/one',
  access: 'owner',
  input: z.strictObject({ period: z.union([z.literal(OPEN), z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))]) }),
  async handle({ dependencies: { statements: store, settings }, signedIn: { account }, input: { period }, nowMs }) {
    const { accountId } = account;
    const { imprint, serviceName, supportEmail } = settings;
    const issuer = {
      name: imprint.owner ?? serviceName,
      vat_id: imprint.vatId ?? null,
      email: supportEmail,
    };
    if (period === OPEN) {
      const open = await openStatement(store, accountId, nowMs);
      if (open === undefined) return refuse('not_found', 'There is no such account.');
      const { statement: drafted, parts, reservedNanoUsd } = open;
      // The id is of the statement that is issued later; a file of today must not be taken for it.
      const csv = statementsCsv([{ ...drafted, statementId: RUNNING }]);
      return { data: statementData(drafted, parts, { isOpen: true, csv, issuer, reservedNanoUsd }) };
    }
    const found = await store.readStatement(accountId, period);
    if (found === undefined) return refuse('not_found', 'There is no statement of this period.', 'period');
    const parts = await store.readStatedParts(found);
    return { data: statementData(found, parts, { isOpen: false, csv: statementsCsv([found]), issuer }) };
  },
});
