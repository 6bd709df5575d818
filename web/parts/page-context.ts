/** The context of every view: the overview, and functions to reload it, to report an error and to confirm a change. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { OverviewData } from '../api-data.ts';

interface Page {
  readonly overview: OverviewData;
  /** Reloads the overview. Call it after each change. */
  readonly reload: () => Promise<void>;
  /** Returns the text of an error. An ended session opens the sign-in dialog instead, and typed text is kept. */
  readonly tell: (error: unknown) => string;
  /** Confirms a change for some seconds. */
  readonly toast: (text: ComponentChildren, undo?: () => void) => void;
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('A view is outside the page.');
  return page;
}
