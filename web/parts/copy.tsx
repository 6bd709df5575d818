/** Copies a text, and confirms that for two seconds on the button and once for screen readers. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';

const SAID_MS = 2_000;

interface CopyProps {
  readonly text: string;
  /** The name of the copied text, for a screen reader. */
  readonly what: string;
  /** A button without a label, next to an id in a line. */
  readonly small?: boolean;
}

export function CopyButton({ text, what, small = false }: CopyProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const ending = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(ending);
  }, [copied]);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <>
      {small ? (
        <Button look="ghost" small icon={copied ? 'check' : 'copy'} label={`Copy ${what}`} onClick={copy} />
      ) : (
        <Button small icon={copied ? 'check' : 'copy'} label={`Copy ${what}`} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
      <span class="unseen" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}

/** A block of text to copy in full, which scrolls. `folds`: the text wraps instead, as for an address or a word. */
export function Code({
  text,
  what,
  folds = false,
  children,
}: Omit<CopyProps, 'small'> & { readonly folds?: boolean; readonly children?: ComponentChildren }) {
  const isShort = !text.includes('\n');
  return (
    <div class={['code', folds && 'folds', isShort && 'short'].filter(Boolean).join(' ')}>
      <pre tabIndex={0}>
        <code>{children ?? text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}

/** An id in a line, with its button. */
export function CopiedId({ id }: { readonly id: string }) {
  return (
    <span class="idline">
      <code>{id}</code>
      <CopyButton text={id} what={id} small />
    </span>
  );
}
