/**
 * Buttons act on this page; link buttons lead elsewhere. A region has one `primary`; `danger-solid` is only for the
 * dialog that confirms.
 */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type Look = 'primary' | 'danger' | 'danger-solid' | 'ghost';

interface Looks {
  readonly look?: Look | undefined;
  readonly small?: boolean;
  readonly large?: boolean;
  readonly wide?: boolean;
  readonly icon?: IconName;
  /** The name for screen readers, if the label does not distinguish the rows. */
  readonly label?: string | undefined;
  readonly children?: ComponentChildren;
}

interface ButtonProps extends Looks {
  readonly type?: 'button' | 'submit';
  readonly onClick?: ButtonHTMLAttributes['onClick'];
  /** The button stays focusable and shows that it is waiting. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly name?: string;
  readonly value?: string;
  /** The id of the popover that it opens. */
  readonly opens?: string;
  /** Whether what it opens in place is open. */
  readonly expanded?: boolean;
}

export function Button({
  type = 'button',
  onClick,
  busy,
  disabled,
  name,
  value,
  opens,
  expanded,
  ...looks
}: ButtonProps) {
  return (
    <button
      type={type}
      class={classOf(looks)}
      onClick={onClick}
      disabled={disabled ?? false}
      aria-disabled={busy === true ? 'true' : undefined}
      aria-expanded={expanded}
      aria-label={looks.label}
      name={name}
      value={value}
      popovertarget={opens}
    >
      <Inside {...looks} />
    </button>
  );
}

interface LinkButtonProps extends Looks {
  readonly href: string;
  readonly onClick?: AnchorHTMLAttributes['onClick'];
}

export function LinkButton({ href, onClick, ...looks }: LinkButtonProps) {
  return (
    <a class={classOf(looks)} href={href} onClick={onClick} aria-label={looks.label}>
      <Inside {...looks} />
    </a>
  );
}

function Inside({ icon, children }: Looks) {
  return (
    <>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </>
  );
}

function classOf({ look, small, large, wide, icon, children }: Looks): string {
  const isIconAlone = icon !== undefined && children === undefined;
  const words = ['btn', look, small && 'sm', large && 'lg', wide && 'wide', isIconAlone && 'icon'];
  return words.filter((word) => typeof word === 'string').join(' ');
}
