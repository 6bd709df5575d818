/** Where a file is dropped or chosen. The whole page accepts the drop while this is shown. */
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../design/icon.tsx';

interface DropZoneProps {
  readonly onFile: (file: File | undefined) => void;
}

export function DropZone({ onFile }: DropZoneProps) {
  const isOver = usePageDrop(onFile);
  return (
    <label class={isOver ? 'drop over' : 'drop'}>
      <Icon name="upload" />
      <strong>
        Drop a parts list here, or <u>choose a file</u>
      </strong>
      <span class="small">
        CSV, Excel (.xlsx) or JSON Lines, also gzipped, up to 50 MB. You check it before anything is imported.
      </span>
      <FileInput label="Choose a parts list" onFile={onFile} />
    </label>
  );
}

/** The input is cleared, so that the same file may be chosen again. */
export function FileInput({ label, onFile }: DropZoneProps & { readonly label: string }) {
  return (
    <input
      type="file"
      aria-label={label}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        event.currentTarget.value = '';
        onFile(file);
      }}
    />
  );
}

/** Whether a file is dragged over the page. Anything else is left to the browser. */
function usePageDrop(onFile: (file: File | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Only when leaving the page itself: elements inside are left all the time.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(false);
      onFile(event.dataTransfer?.files[0]);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [onFile]);
  return isOver;
}
