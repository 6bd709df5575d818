/**
 * What the steps of a file share: the head with the number of the step, a button that takes the step, and the one that
 * abandons the file (“Discard”).
 */
import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { CatalogListData } from '../../../api-data.ts';
import type { UploadData } from '../../../../core/dashboard/views/upload-data.ts';
import { Button } from '../../../design/button.tsx';
import { Head } from '../../../design/head.tsx';
import { Icon } from '../../../design/icon.tsx';
import { change, type PostPath } from '../../../parts/api.ts';
import { usePage } from '../../../parts/page-context.ts';
import { go } from '../../../parts/route.ts';
import { addressOfCatalogs } from '../addresses.ts';

export interface StepProps {
  readonly upload: UploadData;
  readonly files: Map<string, File>;
  readonly partBytes: number;
  readonly lists: CatalogListData | undefined;
  readonly onStep: () => Promise<void>;
}

const STEPS = ['File', 'Check', 'Import'] as const;

interface FrameProps {
  readonly upload: UploadData;
  /** The number of the step, from 1. */
  readonly step: 1 | 2 | 3;
  readonly title: string;
  readonly note: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Frame({ step, title, note, actions, children }: FrameProps) {
  return (
    <>
      <Head
        title={title}
        note={note}
        actions={actions}
        crumbs={
          <>
            <a href={addressOfCatalogs()}>Catalogs</a>
            <Icon name="next" />
            <span>New file</span>
          </>
        }
      />
      <ol class="steps">
        {STEPS.map((name, place) => (
          <li
            key={name}
            class={place + 1 < step ? 'done' : undefined}
            aria-current={place + 1 === step ? 'step' : undefined}
          >
            <b>{place + 1 < step ? <Icon name="check" /> : place + 1}</b>
            {name}
          </li>
        ))}
      </ol>
      {children}
    </>
  );
}

/** A button of one step; its errors are shown below the head of the page. */
export function useStep({ upload, onStep }: Pick<StepProps, 'upload' | 'onStep'>) {
  const { tell } = usePage();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const take = async (path: PostPath, input: object = {}): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFault('');
    try {
      await change(path, { upload_id: upload.id, ...input });
      await onStep();
      return true;
    } catch (error) {
      setFault(tell(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { fault, busy, take };
}

export function AbandonUpload({ upload, onStep }: Pick<StepProps, 'upload' | 'onStep'>) {
  const { toast } = usePage();
  const { fault, busy, take } = useStep({ upload, onStep });
  const abandon = async (): Promise<void> => {
    if (!(await take('/uploads/abandon'))) return;
    toast(`${upload.name} is discarded`);
    go(addressOfCatalogs(), 'replace');
  };
  return (
    <>
      <Button look="danger" busy={busy} onClick={() => void abandon()}>
        Discard
      </Button>
      <span class="wrong-text" role="alert">
        {fault}
      </span>
    </>
  );
}
