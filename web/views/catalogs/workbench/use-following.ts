/**
 * Updates the rows of a catalog while research of its parts is open: immediately when the catalog is opened, then
 * repeatedly until no research is open.
 */
import { useEffect, useState } from 'preact/hooks';
import type { CatalogData } from '../../../../core/dashboard/views/catalog-data.ts';
import type { ResearchFollowedData } from '../../../api-data.ts';
import { countOf } from '../../../design/amounts.ts';
import { changeInTurn } from '../../../parts/api.ts';
import { usePage } from '../../../parts/page-context.ts';

const AGAIN_MS = 5_000;

/** @returns the state in a sentence; empty if no research is expected */
export function useFollowing(catalog: CatalogData | undefined, onFound: () => Promise<void>): string {
  const { tell } = usePage();
  const [said, setSaid] = useState('');
  const id = catalog?.is_researched === true ? catalog.id : undefined;
  useEffect(() => {
    if (id === undefined) return undefined;
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = async (): Promise<void> => {
      const { enriched, open } = await followAll(id, () => isLeft);
      if (isLeft) return;
      setSaid(open === 0 ? '' : `${countOf(open, 'part is', 'parts are')} being researched.`);
      if (enriched > 0 || open === 0) await onFound();
      if (open > 0 && !isLeft) timer = setTimeout(run, AGAIN_MS);
    };
    const run = (): void => void follow().catch((error: unknown) => !isLeft && setSaid(tell(error)));
    run();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [id]);
  return said;
}

async function followAll(catalogId: string, isLeft: () => boolean): Promise<{ enriched: number; open: number }> {
  let [enriched, open] = [0, 0];
  for (let after: number | null = 0; after !== null && !isLeft();) {
    const part: ResearchFollowedData = await changeInTurn('/catalogs/follow', {
      catalog_id: catalogId,
      after,
      is_still_open: open > 0,
    });
    enriched += part.enriched;
    open += part.open;
    after = part.next;
  }
  return { enriched, open };
}
