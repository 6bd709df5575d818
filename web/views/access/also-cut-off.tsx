/** The other assistants that lose access with a key. */
import type { AssistantData } from '../../../core/dashboard/views/dashboard-data.ts';
import { countOf } from '../../design/amounts.ts';
import { Banner } from '../../design/banner.tsx';
import { assistantName } from '../../parts/labels.ts';

interface AlsoCutOffProps {
  readonly assistants: readonly AssistantData[];
  readonly revoked: Pick<AssistantData, 'client_id' | 'name'>;
  /** Whether `revoked` is one of the assistants, and so is not named again. */
  readonly isAssistant: boolean;
}

export function AlsoCutOff({ assistants, revoked, isAssistant }: AlsoCutOffProps) {
  const users = assistants.filter((one) => one.client_id === revoked.client_id);
  const others = isAssistant ? users.filter(({ name }) => name !== revoked.name) : users;
  if (others.length === 0) return <p>{isAssistant ? 'No other assistant uses it.' : 'No assistant uses it.'}</p>;
  const calls = others.reduce((sum, one) => sum + one.calls_last_30_days, 0);
  const names = others.map(({ name }) => assistantName(name)).join(', ');
  return (
    <Banner look="warn" title={`${isAssistant ? 'Also cut off' : 'Cut off'}: ${names}`}>
      {countOf(calls, 'call')} in 30 days.
    </Banner>
  );
}
