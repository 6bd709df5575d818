/** A banner above the view: a fact, its consequence and an action. A view shows only its most serious one. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export type BannerLook = 'info' | 'ok' | 'warn' | 'bad';

const ICONS: Readonly<Record<BannerLook, IconName>> = { info: 'info', ok: 'check', warn: 'warning', bad: 'warning' };

interface BannerProps {
  readonly look?: BannerLook;
  readonly icon?: IconName;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

export function Banner({ look = 'info', icon, title, children, actions }: BannerProps) {
  return (
    <div class={look === 'info' ? 'banner' : `banner ${look}`} role={look === 'bad' ? 'alert' : 'status'}>
      <Icon name={icon ?? ICONS[look]} />
      <div class="grow">
        <strong>{title}</strong>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions !== undefined && <div class="row">{actions}</div>}
    </div>
  );
}
