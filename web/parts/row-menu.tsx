/** The rare actions of a row, behind “…”. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../design/button.tsx';

export function RowMenu({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const id = useId();
  return (
    <>
      <Button look="ghost" small icon="more" label={label} opens={id} />
      <div class="menu" id={id} popover="auto">
        {children}
      </div>
    </>
  );
}
