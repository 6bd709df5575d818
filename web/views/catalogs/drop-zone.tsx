/** The area where a member drops or chooses a file. While it is shown, the whole page accepts the drop. */
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
        Drop a file of parts here, or <u>choose a file</u>
      </strong>
      <span class="small">
        CSV, Excel (.xlsx), JSON or JSON Lines, also gzipped, up to 50 MB. You check it before anything is imported.
      </span>
      <FileInput label="Choose a file" onFile={onFile} />
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
      // The event also fires for elements inside the page; only leaving the page itself counts.
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
