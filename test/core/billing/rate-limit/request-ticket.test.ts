/** A request counts once, for any caller and with any write that counts it. */
import { describe, expect, test } from 'vitest';
import type { RequestCount } from '../../../../core/billing/accounts/usage.ts';
import { RateWindows } from '../../../../core/billing/rate-limit/rate-window.ts';
import { RequestTicket } from '../../../../core/billing/rate-limit/request-ticket.ts';
import { callerIn, NOON_MS, type CallerSituation } from '../../../support/fixtures/callers.ts';

const FULL = { allowed: false, retryAfterSeconds: 60 };

function open(situation: CallerSituation = {}, { counted = 0, room = true } = {}) {
  const written: RequestCount[] = [];
  const ports = {
    rates: new RateWindows({ count: async () => (counted += 1) }),
    requests: { count: async (request: RequestCount) => room && written.push(request) > 0 },
  };
  const caller = callerIn(situation);
  return { ticket: new RequestTicket(ports, caller, NOON_MS), written, counted: () => counted };
}

describe('the ticket of a request', () => {
  test('counts once, even if several callers request it repeatedly', async () => {
    const { ticket, written } = open();
    expect(await Promise.all([ticket.count(), ticket.count()])).toEqual([{ allowed: true }, { allowed: true }]);
    expect(await ticket.count()).toEqual({ allowed: true });
    expect(written).toHaveLength(1);
  });

  test('lets the debit count a live key’s request, and writes no count if it did', async () => {
    const { ticket, written } = open({ terms: { requestsPerMinute: 30 } });
    expect(ticket.forDebit()).toMatchObject({ accountId: 'acc_0123456789', atMost: 30, minute: NOON_MS / 60_000 });
    ticket.debitWrote(true);
    expect(await ticket.count()).toEqual({ allowed: true });
    expect(written).toEqual([]);
  });

  test('counts the request alone if the debit was not written', async () => {
    const { ticket, written } = open();
    ticket.forDebit();
    ticket.debitWrote(false);
    expect(await ticket.count()).toEqual({ allowed: true });
    expect(written).toHaveLength(1);
  });

  test('leaves nothing for a debit once the request is counted, or being counted', async () => {
    const { ticket } = open();
    const counting = ticket.count();
    expect(ticket.forDebit()).toBeUndefined();
    await counting;
    expect(ticket.forDebit()).toBeUndefined();
  });

  test.each(['trial', 'test'] as const)(
    'leaves nothing for a debit of a %s key, whose charge is on another row',
    (kind) => {
      expect(open({ kind }).ticket.forDebit()).toBeUndefined();
    },
  );

  test('is not counted while a running debit may count it', () => {
    const { ticket } = open();
    ticket.forDebit();
    expect(() => ticket.count()).toThrow('debit');
    expect(() => ticket.forDebit()).toThrow('debit');
  });

  test('refuses a live key without a write if its minute was full when its rows were read', async () => {
    const minutes = new Map([['2026-11', new Map([[NOON_MS / 60_000, 30]])]]);
    const full = callerIn({ terms: { requestsPerMinute: 30 } });
    const { ticket, written } = open();
    expect(ticket.refused()).toBeUndefined();
    const late = new RequestTicket(
      {
        rates: new RateWindows({ count: async () => 1 }),
        requests: { count: async (request) => written.push(request) > 0 },
      },
      { ...full, usage: { ...full.usage, minutes } },
      NOON_MS,
    );
    expect(late.refused()).toEqual(FULL);
    expect(await late.count()).toEqual(FULL);
    expect(written).toEqual([]);
  });

  test('refuses if the store reports a full minute', async () => {
    expect(await open({}, { room: false }).ticket.count()).toEqual(FULL);
  });

  test('counts a test key’s requests against that key, and refuses from memory once its limit is reached', async () => {
    const { ticket, written, counted } = open({ kind: 'test' }, { counted: 60 });
    expect(ticket.refused()).toBeUndefined();
    expect(await ticket.count()).toEqual(FULL);
    expect(ticket.refused()).toEqual(FULL);
    expect([counted(), written]).toEqual([61, []]);
  });

  describe('reports the remaining requests', () => {
    const minute = NOON_MS / 60_000;
    /** A live key with this many requests in the minute when its rows were read. */
    const read = (counted: number, room = true) => {
      const caller = callerIn({ terms: { requestsPerMinute: 30 } });
      const minutes = new Map([['2026-11', new Map([[minute, counted]])]]);
      return new RequestTicket(
        { rates: new RateWindows({ count: async () => 1 }), requests: { count: async () => room } },
        { ...caller, usage: { ...caller.usage, minutes } },
        NOON_MS,
      );
    };

    test('by the rows that were read, and by its own count once it is counted', async () => {
      const ticket = read(10);
      expect(ticket.standing()).toEqual({ perMinute: 30, left: 20 });
      await ticket.count();
      expect(ticket.standing()).toEqual({ perMinute: 30, left: 19 });
      const billed = read(10);
      billed.forDebit();
      expect(billed.standing()).toEqual({ perMinute: 30, left: 20 });
      billed.debitWrote(true);
      expect(billed.standing()).toEqual({ perMinute: 30, left: 19 });
    });

    test('as zero if the minute was full when it was read, or became full', async () => {
      expect(read(31).standing()).toEqual({ perMinute: 30, left: 0 });
      const late = read(10, false);
      await late.count();
      expect(late.standing()).toEqual({ perMinute: 30, left: 0 });
    });

    test('by the shared count of a test key, once it is known', async () => {
      const { ticket } = open({ kind: 'test' }, { counted: 10 });
      expect(ticket.standing()).toBeUndefined();
      await ticket.count();
      expect(ticket.standing()).toEqual({ perMinute: 60, left: 49 });
      const { ticket: last } = open({ kind: 'test' }, { counted: 60 });
      await last.count();
      expect(last.standing()).toEqual({ perMinute: 60, left: 0 });
    });

    test('as zero for a test key that is known to be over its limit, before it is counted', async () => {
      const ports = {
        rates: new RateWindows({ count: async () => 61 }),
        requests: { count: async () => true },
      };
      const ticketOf = () => new RequestTicket(ports, callerIn({ kind: 'test' }), NOON_MS);
      await ticketOf().count();
      expect(ticketOf().standing()).toEqual({ perMinute: 60, left: 0 });
    });
  });
});

describe('the misses of a request that show candidates', () => {
  test('are counted with the request, in its own write or in the debit’s', async () => {
    const alone = open();
    alone.ticket.showCandidates(2);
    await alone.ticket.count();
    expect(alone.written).toMatchObject([{ candidates: { count: 2 } }]);
    const paying = open();
    paying.ticket.showCandidates(3);
    expect(paying.ticket.forDebit()).toMatchObject({ candidates: { count: 3 } });
  });

  test('are none once the request is counted', async () => {
    const { ticket, written } = open();
    await ticket.count();
    ticket.showCandidates(2);
    await ticket.count();
    expect(written).toHaveLength(1);
    expect(written[0]?.candidates).toBeUndefined();
  });

  test('are told to be too many by the write that counts them, which still allows the request', async () => {
    const requests = { count: async () => 'candidates_spent' as const };
    const rates = new RateWindows({ count: async () => 1 });
    const ticket = new RequestTicket({ rates, requests }, callerIn(), NOON_MS);
    expect(await ticket.count()).toEqual({ allowed: true, candidatesSpent: true });
  });
});
