/** The variables of the function that imports uploaded lists. */
import * as z from 'zod';
import { text } from '../../core/parse-environment.ts';

export const catalogImportEnvironmentSchema = z.object({
  PRODUCT_INDEX_TABLE: text,
  ACCOUNTS_TABLE: text,
  UPLOADS_BUCKET: text,
  UPLOAD_QUEUE_URL: text,
});

/** As the stack gives them: strings. */
export type CatalogImportEnvironment = z.input<typeof catalogImportEnvironmentSchema>;
