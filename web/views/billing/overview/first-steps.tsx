/**
 * The first steps of an account, ticked as they happen. They disappear when all are done, and at the latest two weeks
 * after the first call.
 */
import type { ComponentChildren } from 'preact';
import { Badge } from '../../../design/badge.tsx';
import { LinkButton } from '../../../design/button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Meter } from '../../../design/meter.tsx';
import { useLoaded, useLookingAgain } from '../../../parts/load.ts';
import { usePage } from '../../../parts/page-context.ts';
import { addressOf } from '../../../parts/route.ts';

const DAY_MS = 86_400_000;
/** A customer who has uploaded no file by then is assumed not to want to. */
const LIST_STEP_DAYS = 14;
const STEPS = 4;

interface Steps {
  readonly hasKey: boolean;
  readonly hasCalled: boolean;
  readonly hasCatalog: boolean;
}

/** Returns undefined if no step is left. */
export function useFirstSteps(): Steps | undefined {
  const { overview, reload } = usePage();
  const calls = overview.assistants.flatMap(({ first_used_at: at }) => at ?? []);
  const hasCalled = calls.length > 0 || overview.periods.some((period) => period.billed_calls > 0);
  const firstMs = calls.length === 0 ? 0 : Math.min(...calls.map((at) => Date.parse(at)));
  const isYoung = !hasCalled || Date.now() - firstMs < LIST_STEP_DAYS * DAY_MS;
  const hasKey = hasCalled || overview.keys.some((key) => key.revoked_at === null);
  useLookingAgain(hasKey && !hasCalled, reload);
  // Only a young account is checked for catalogs.
  const lists = useLoaded(isYoung ? '/catalogs' : undefined);
  const hasCatalog = (lists.data?.catalogs.length ?? 0) > 0;
  if (overview.account.status !== 'active') return undefined;
  if (!isYoung || (hasCalled && (lists.data === undefined || hasCatalog))) return undefined;
  return { hasKey, hasCalled, hasCatalog };
}

/** `Three steps are left` */
export function stepsLeftWords(steps: Steps): string {
  const left = STEPS - doneOf(steps);
  return left === 1 ? 'One step is left' : `${left === 2 ? 'Two' : 'Three'} steps are left`;
}

/** Counts the completed steps; opening the account is one of them. */
function doneOf({ hasKey, hasCalled, hasCatalog }: Steps): number {
  return 1 + [hasKey, hasCalled, hasCatalog].filter(Boolean).length;
}

export function FirstSteps({ steps }: { readonly steps: Steps }) {
  const { overview } = usePage();
  const isOwner = overview.person.role === 'owner';
  const done = doneOf(steps);
  return (
    <section class="card" aria-labelledby="steps">
      <header>
        <h2 id="steps">Get started</h2>
        <div class="row">
          <span class="small muted">{`${done} of ${STEPS} done`}</span>
          <Meter label={`${done} of ${STEPS} steps are done`} small parts={[{ share: done / STEPS, colour: 'fok' }]} />
        </div>
      </header>
      <ol class="todo">
        <Step number={1} title="Account opened" isDone>
          {overview.account.has_plan ? (
            `You are on the ${overview.account.plan} plan.`
          ) : (
            <>
              Your free trial has <b>{overview.trial.allowance} records</b>. It needs no card.
            </>
          )}
        </Step>
        <Step
          number={2}
          title="Make a key and connect your assistant"
          isDone={steps.hasKey}
          isNow={!steps.hasKey}
          action={
            isOwner ? (
              <LinkButton href={addressOf('keys', { new: 'key' })} look="primary" icon="key">
                Make a key
              </LinkButton>
            ) : (
              <Badge>Owners make keys</Badge>
            )
          }
        >
          You get the command for your assistant with the key already in it. <a href="/docs/connect">Every assistant</a>
        </Step>
        <Step
          number={3}
          title="Ask your first question"
          isDone={steps.hasCalled}
          isNow={steps.hasKey && !steps.hasCalled}
          action={<Badge>Waiting for a call</Badge>}
        >
          Ask it for a part that you know, by manufacturer and number. This page notices the answer by itself.
        </Step>
        <Step
          number={4}
          title="Check your own parts"
          isDone={steps.hasCatalog}
          isNow={steps.hasCalled && !steps.hasCatalog}
          action={
            <LinkButton href={addressOf('catalogs')} icon="upload">
              Upload a file
            </LinkButton>
          }
        >
          Upload a CSV or Excel file. You see which rows match before anything is imported.
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isNow?: boolean;
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

function Step({ number, title, isDone, isNow = false, action, children }: StepProps) {
  return (
    <li class={isDone ? 'done' : isNow ? 'now' : undefined} aria-current={isNow ? 'step' : undefined}>
      <span class="n" aria-hidden="true">
        {isDone ? <Icon name="check" /> : number}
      </span>
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
      {isDone ? <Badge look="ok">Done</Badge> : action}
    </li>
  );
}
