/** Registers a chosen or dropped file with the service and opens the page that checks it. That page sends the file. */
import { useState } from 'preact/hooks';
import { change } from '../../parts/api.ts';
import { usePage } from '../../parts/page-context.ts';
import { go } from '../../parts/route.ts';
import { addressOfUpload } from './addresses.ts';

interface BringFile {
  readonly fault: string;
  readonly bring: (file: File | undefined) => Promise<void>;
}

/** @param replaces the catalog that the file will replace */
export function useBringFile(files: Map<string, File>, replaces: string | null = null): BringFile {
  const { tell } = usePage();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const bring = async (file: File | undefined): Promise<void> => {
    if (file === undefined || isBusy) return;
    setBusy(true);
    setFault('');
    try {
      const upload = await change('/uploads', { name: file.name, bytes: file.size, replaces });
      files.set(upload.id, file);
      go(addressOfUpload(upload.id, replaces ?? undefined));
    } catch (error) {
      setFault(tell(error));
    }
    setBusy(false);
  };
  return { fault, bring };
}
