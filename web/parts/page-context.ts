/** What every view gets: the overview, a way to reload it, a way to report errors, and a way to confirm a change. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { OverviewData } from '../../core/dashboard/dashboard-data.ts';

interface Page {
  readonly overview: OverviewData;
  /** Reloads the overview; after each change. */
  readonly reload: () => Promise<void>;
  /** Reports an error: for an ended session it asks for a sign-in, above what is typed. */
  readonly tell: (error: unknown) => string;
  /** Confirms a change for six seconds. */
  readonly toast: (text: ComponentChildren, undo?: () => void) => void;
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('A view is outside the page.');
  return page;
}
