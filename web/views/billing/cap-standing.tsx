/**
 * Shows how the cap is used and the remainder: gray for the parts, amber from three quarters, red when it is used up.
 */
import type { OverviewData } from '../../api-data.ts';
import { countOf, dollars, dollarsLeft, dollarsOf } from '../../design/amounts.ts';
import { Badge } from '../../design/badge.tsx';
import { KeyValues } from '../../design/card.tsx';
import { dayWords } from '../../design/dates.ts';
import { Meter } from '../../design/meter.tsx';

const HIGH_PERCENT = 75;

export function CapStanding({ overview: { account, cap, usage } }: { readonly overview: OverviewData }) {
  const used = cap.used_percent ?? 0;
  const capDollars = dollarsOf(cap.cap_usd ?? '$0');
  const share = (usd: string) => (capDollars === 0 ? 0 : dollarsOf(usd) / capDollars);
  const until = usage.period_end === null ? 'the period ends' : dayWords(usage.period_end, Date.now(), 'UTC');
  const hasResearch = [cap.research_usd, cap.reserved_usd].some((usd) => dollarsOf(usd) > 0);
  // The price of a part does not change within a period.
  const partsOf = (usd: string) => Math.round(dollarsOf(usd) / dollarsOf(account.research_price_usd));
  return (
    <>
      <div class="row between">
        <span>
          <strong class="num">{dollars(cap.spent_usd)}</strong>{' '}
          <span class="muted">{cap.cap_usd === null ? 'beyond the plan' : `of ${dollars(cap.cap_usd)}`}</span>
        </span>
        {cap.cap_usd === null ? (
          <Badge>No cap</Badge>
        ) : (
          used >= HIGH_PERCENT && <Badge look={used >= 100 ? 'bad' : 'warn'}>{Math.min(used, 100)} % used</Badge>
        )}
      </div>
      {cap.cap_usd !== null && (
        <Meter
          label={`${used} % of the cap is used`}
          parts={
            used >= 100
              ? [{ share: 1, colour: 'fbad' }]
              : [
                  { share: share(cap.tokens_usd), colour: 'k1' },
                  { share: share(cap.research_usd), colour: 'k2' },
                  { share: share(cap.reserved_usd), colour: 'k3' },
                ]
          }
        />
      )}
      <KeyValues
        rows={[
          {
            name: `${countOf(usage.tokens_overage ?? 0, 'token')} beyond the plan`,
            value: dollars(cap.tokens_usd),
            colour: 'k1',
          },
          ...(hasResearch
            ? [
                {
                  name: `${countOf(partsOf(cap.research_usd), 'part')} found by research`,
                  value: dollars(cap.research_usd),
                  colour: 'k2',
                },
                {
                  name: `${countOf(partsOf(cap.reserved_usd), 'part')} open, reserved`,
                  value: dollars(cap.reserved_usd),
                  colour: 'k3',
                },
              ]
            : []),
          ...(cap.left_usd === null
            ? []
            : [{ name: `Left until ${until}`, value: dollarsLeft(cap.left_usd), isTotal: true }]),
        ]}
      />
    </>
  );
}
