/** A card in the middle of a page, for what comes before the page itself: signing in, and the questions of assistants. */
import type { ComponentChildren } from 'preact';
import { Brand, Icon, type IconName } from './icon.tsx';

interface CenteredProps {
  readonly title: string;
  readonly note?: ComponentChildren;
  readonly icon?: IconName;
  /** Where the sign above leads. */
  readonly home?: string;
  readonly children?: ComponentChildren;
}

export function Centered({ title, note, icon, home, children }: CenteredProps) {
  return (
    <main class="center">
      <div>
        <Brand href={home} />
        <div class="card">
          {icon !== undefined && (
            <span class={icon === 'warning' ? 'art warn' : 'art'}>
              <Icon name={icon} />
            </span>
          )}
          <div>
            <h1>{title}</h1>
            {note !== undefined && <p class="muted">{note}</p>}
          </div>
          {children}
        </div>
      </div>
    </main>
  );
}
