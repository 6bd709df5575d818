/** The rare actions of a catalog. Only an operator renames or deletes it (docs/decisions/0250-rows-to-decide.md). */
import { useRef, useState } from 'preact/hooks';
import type { CatalogData } from '../../../core/dashboard/views/catalog-data.ts';
import { usePage } from '../../parts/page-context.ts';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useBringFile } from './bring-file.ts';
import { downloadCatalog } from './download.ts';

interface CatalogMenuProps {
  readonly catalog: CatalogData;
  readonly files: Map<string, File>;
}

export function CatalogMenu({ catalog, files }: CatalogMenuProps) {
  const { overview, tell } = usePage();
  const [failure, setFailure] = useState('');
  const { fault, bring } = useBringFile(files, catalog.id);
  const chooser = useRef<HTMLInputElement>(null);
  const { name } = catalog;
  return (
    <RowMenu label={`More for ${name}`}>
      <input
        ref={chooser}
        class="unseen"
        type="file"
        tabIndex={-1}
        aria-label={`The new version of ${name}`}
        onChange={(event) => void bring(event.currentTarget.files?.[0])}
      />
      <button type="button" onClick={() => chooser.current?.click()}>
        Replace by a new file<span class="unseen"> {name}</span>
      </button>
      <button
        type="button"
        onClick={() => void downloadCatalog(catalog, undefined).catch((error: unknown) => setFailure(tell(error)))}
      >
        Export<span class="unseen"> {name}</span>
      </button>
      <a href={askUs(overview.links.support, 'Rename', catalog)}>
        Rename: write to us<span class="unseen"> about {name}</span>
      </a>
      <a class="danger" href={askUs(overview.links.support, 'Delete', catalog)}>
        Delete: write to us<span class="unseen"> about {name}</span>
      </a>
      {fault + failure !== '' && (
        <p class="wrong-text" role="alert">
          {fault || failure}
        </p>
      )}
    </RowMenu>
  );
}

/** The subject contains the catalog's id instead of its name, because people and mail programs read subjects. */
function askUs(support: string, what: 'Rename' | 'Delete', { id }: CatalogData): string {
  return `mailto:${support}?subject=${encodeURIComponent(`${what} the catalog ${id}`)}`;
}
