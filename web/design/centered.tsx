/**
 * A card in the middle of a page, used before the dashboard opens: for signing in, and for the authorization requests
 * of assistants.
 */
import type { ComponentChildren } from 'preact';
import { Brand, Icon, type IconName } from './icon.tsx';

interface CenteredProps {
  readonly title: string;
  readonly note?: ComponentChildren;
  readonly icon?: IconName;
  /** Whether the icon is a warning. */
  readonly warns?: boolean;
  /** The link of the logo above the card. */
  readonly home?: string;
  /** Shown below the card: an alternative action. */
  readonly below?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Centered({ title, note, icon, warns = false, home, below, children }: CenteredProps) {
  return (
    <main class="center">
      <div>
        <Brand href={home} />
        <div class="card">
          {icon !== undefined && (
            <span class={warns ? 'art warn' : 'art'}>
              <Icon name={icon} />
            </span>
          )}
          <div>
            <h1>{title}</h1>
            {note !== undefined && <p class="muted">{note}</p>}
          </div>
          {children}
        </div>
        {below !== undefined && <p class="small muted">{below}</p>}
      </div>
    </main>
  );
}
