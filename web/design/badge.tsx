/** A state as a word: dot, text, soft background. Color never conveys it alone. */
import type { ComponentChildren } from 'preact';

export type BadgeLook = 'ok' | 'warn' | 'bad' | 'info' | 'quiet' | 'plain';

/** @param title an explanation of the word, if it needs one */
export function Badge({
  look = 'quiet',
  title,
  children,
}: {
  readonly look?: BadgeLook;
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <span class={look === 'quiet' ? 'badge' : `badge ${look}`} title={title}>
      {children}
    </span>
  );
}

/** Permissions and similar words without a state, so without a dot. */
export function Chips({ words }: { readonly words: readonly string[] }) {
  return (
    <span class="chips">
      {words.map((word) => (
        <Badge key={word} look="plain">
          {word}
        </Badge>
      ))}
    </span>
  );
}
