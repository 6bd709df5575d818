/**
 * Fills an empty view: describes the future content and offers the first action. A filter without results offers to be
 * cleared.
 */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly foot?: ComponentChildren;
}

export function Empty({ icon, title, children, actions, foot }: EmptyProps) {
  return (
    <div class="empty">
      <span class="art">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div class="row">{actions}</div>}
      {foot}
    </div>
  );
}
