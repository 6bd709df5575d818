/** What every view has: the overview, a way to read it again, a way to tell errors, and one to say that something is done. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { OverviewData } from '../../core/dashboard/dashboard-data.ts';

interface Page {
  readonly overview: OverviewData;
  /** Reads the overview again; after each change. */
  readonly reload: () => Promise<void>;
  /** Tells an error: a session that has ended asks to sign in, above what is typed. */
  readonly tell: (error: unknown) => string;
  /** Says for six seconds what is done. */
  readonly toast: (text: ComponentChildren, undo?: () => void) => void;
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('A view is outside the page.');
  return page;
}
