/** The head of a view: its name, its purpose in one line, and its actions. */
import type { ComponentChildren, Ref } from 'preact';

interface HeadProps {
  readonly title: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly crumbs?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly headingRef?: Ref<HTMLHeadingElement>;
}

export function Head({ title, note, crumbs, actions, headingRef }: HeadProps) {
  return (
    <header class="head">
      <div>
        {crumbs !== undefined && (
          <nav class="crumbs" aria-label="Above this">
            {crumbs}
          </nav>
        )}
        <h1 tabIndex={-1} ref={headingRef ?? null}>
          {title}
        </h1>
        {note !== undefined && <p>{note}</p>}
      </div>
      {actions !== undefined && <div class="row">{actions}</div>}
    </header>
  );
}
