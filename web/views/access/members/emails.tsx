/** Shows and changes which emails a member gets. */
import type { MemberData } from '../../../../core/dashboard/views/dashboard-data.ts';
import { Banner } from '../../../design/banner.tsx';
import { Card } from '../../../design/card.tsx';
import { When } from '../../../design/when.tsx';
import { change } from '../../../parts/api.ts';
import { Check, Form } from '../../../parts/form.tsx';
import type { Loaded } from '../../../parts/load.ts';
import { usePage } from '../../../parts/page-context.ts';
import { NOTICE_LABELS } from '../../../parts/labels.ts';

export function Emails({ members }: { readonly members: Loaded<readonly MemberData[]> }) {
  const { overview, tell, toast } = usePage();
  const own = members.data?.find(({ person_id: id }) => id === overview.person.person_id);
  if (own === undefined) return null;
  return (
    <Card title="Emails to you" id="emails" note={`${own.email} gets an email when`}>
      {own.mail_returned_at !== null && (
        <Banner look="warn" title="Mail to you came back">
          On <When at={own.mail_returned_at} day />. No more email is sent. Once the address works, sign out, and ask
          for a link in this browser: signing in starts them again.
        </Banner>
      )}
      <Form
        quiet
        button="Save"
        foot="An email comes within six minutes."
        tell={tell}
        onSubmit={async (values) => {
          const notices = Object.keys(NOTICE_LABELS).filter((one) => values[one] !== undefined);
          await change('/members/notices', { notices });
          await members.again();
          toast('Saved.');
        }}
      >
        <fieldset class="stack">
          <legend class="unseen">Write to me when</legend>
          {(Object.keys(NOTICE_LABELS) as (keyof typeof NOTICE_LABELS)[]).map((one) => (
            <Check key={one} name={one} checked={own.notices.includes(one)}>
              {NOTICE_LABELS[one]}
            </Check>
          ))}
        </fieldset>
      </Form>
    </Card>
  );
}
