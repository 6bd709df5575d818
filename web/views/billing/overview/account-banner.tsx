/**
 * The most serious warning about the account: a fact, its consequence and an action. The text is written here, from the
 * figures.
 */
import type { ComponentChildren } from 'preact';
import type { OverviewData } from '../../../api-data.ts';
import { dollars, dollarsLeft } from '../../../design/amounts.ts';
import { Banner, type BannerLook } from '../../../design/banner.tsx';
import { LinkButton } from '../../../design/button.tsx';
import { dayWords } from '../../../design/dates.ts';
import type { IconName } from '../../../design/icon.tsx';
import { addressOf } from '../../../parts/route.ts';

const HIGH_PERCENT = 80;

interface Told {
  readonly look: BannerLook;
  readonly icon?: IconName;
  readonly title: string;
  readonly text: ComponentChildren;
  readonly actions?: ComponentChildren;
}

export function AccountBanner({ overview }: { readonly overview: OverviewData }) {
  const told = ofStatus(overview) ?? ofPayment(overview) ?? ofTrial(overview) ?? ofCap(overview) ?? ofPlan(overview);
  if (told === undefined) return null;
  const { look, icon, title, text, actions } = told;
  return (
    <Banner look={look} title={title} actions={actions} {...(icon !== undefined && { icon })}>
      {text}
    </Banner>
  );
}

function ofStatus({ account, links }: OverviewData): Told | undefined {
  if (account.status === 'active') return undefined;
  return {
    look: 'bad',
    title: account.status === 'suspended' ? 'The account is suspended' : 'The account is closed',
    text: 'Every call of its keys is refused, and nothing can be changed here.',
    actions: <LinkButton href={`mailto:${links.support}`}>Ask why</LinkButton>,
  };
}

function ofPayment({ account, links }: OverviewData): Told | undefined {
  const actions = (
    <>
      <UpdateCard links={links} />
      <LinkButton href={`${links.docs}/errors#past_due`}>What is refused</LinkButton>
    </>
  );
  if (account.billing_state === 'past_due')
    return {
      look: 'bad',
      icon: 'card',
      title: 'Your payment failed. Live keys are refused.',
      text: (
        <>
          A payment was declined, and the grace period is over. Calls that return product data are refused; free tools
          and test keys go on. Nothing is lost. <HowToUpdate links={links} />
        </>
      ),
      actions,
    };
  if (account.billing_state === 'trial_ended')
    return {
      look: 'bad',
      icon: 'card',
      title: 'The trial is used up, and the plan could not start',
      text: (
        <>
          Calls that return product data are refused until a payment goes through. <HowToUpdate links={links} />
        </>
      ),
      actions,
    };
  if (account.grace_ends_at === null) return undefined;
  return {
    look: 'bad',
    icon: 'card',
    title: 'Your payment failed',
    text: (
      <>
        Live keys are refused from {dayWords(account.grace_ends_at, Date.now(), 'UTC')} on, unless it is settled before.{' '}
        <HowToUpdate links={links} />
      </>
    ),
    actions,
  };
}

function ofTrial({ account, trial, links }: OverviewData): Told | undefined {
  if (account.has_plan || trial.items < trial.allowance) return undefined;
  return {
    look: 'bad',
    title: 'The free trial is used up',
    text: 'Calls that return product data are refused; free tools go on. A plan lets them go on.',
    actions: (
      <LinkButton href={links.plans} look="primary">
        Compare plans
      </LinkButton>
    ),
  };
}

function ofCap({ cap, person }: OverviewData): Told | undefined {
  if (cap.cap_usd === null || cap.used_percent === null || cap.used_percent < HIGH_PERCENT) return undefined;
  // A cap of zero is a choice: the customer is warned when the included tokens are used up.
  if (cap.cap_cents === 0) return undefined;
  const actions = (
    <LinkButton href={addressOf('settings')}>{person.role === 'owner' ? 'Change the cap' : 'See the cap'}</LinkButton>
  );
  if (cap.used_percent >= 100)
    return {
      look: 'bad',
      title: 'The spending cap is reached',
      text: `Calls that would cost more than ${dollars(cap.cap_usd)} are refused. Raise it, or wait until the period ends.`,
      actions,
    };
  return {
    look: 'warn',
    title: `${cap.used_percent} % of the spending cap is used`,
    text: `Of ${dollars(cap.cap_usd)}, ${dollarsLeft(cap.left_usd ?? '$0')} is left until the period ends.`,
    actions,
  };
}

function ofPlan({ account, usage, cap }: OverviewData): Told | undefined {
  const included = usage.tokens_included ?? 0;
  if (included === 0 || (usage.tokens_used ?? 0) < included) return undefined;
  if (cap.cap_cents === 0)
    return {
      look: 'bad',
      title: 'The included tokens are used up',
      text: 'The cap of $0.00 allows nothing beyond them: calls that return product data are refused until the period ends.',
      actions: <LinkButton href={addressOf('settings')}>Change the cap</LinkButton>,
    };
  const most = cap.cap_usd === null ? '' : `, up to your cap of ${dollars(cap.cap_usd)}`;
  return {
    look: 'info',
    title: 'The included tokens are used up',
    text: `Further tokens cost ${account.price_per_1000_usd} per 1,000${most}.`,
  };
}

/** The contact for the card if there is no billing portal. */
function HowToUpdate({ links: { billing_portal: portal, support } }: Pick<OverviewData, 'links'>) {
  return portal === undefined ? <>To update the card, write to {support}.</> : null;
}

/** Without a billing portal, the card is changed by email. */
function UpdateCard({ links: { billing_portal: portal, support } }: Pick<OverviewData, 'links'>) {
  return (
    <LinkButton href={portal ?? `mailto:${support}`} look="primary">
      {portal === undefined ? 'Write to us' : 'Update the card'}
    </LinkButton>
  );
}
