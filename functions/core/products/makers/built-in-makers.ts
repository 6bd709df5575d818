import { MAKER_DATA } from './maker-data.ts';
import { MakerTable } from './maker-table.ts';

/** The table of this release. */
export const BUILT_IN_MAKERS = new MakerTable(MAKER_DATA);
