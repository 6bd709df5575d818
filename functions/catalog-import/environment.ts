/** The environment variables of the `catalog-import` function. */
import * as z from 'zod/mini';
import { text } from '../../core/parse-environment.ts';

export const catalogImportEnvironmentSchema = z.object({
  PRODUCT_INDEX_TABLE: text,
  ACCOUNTS_TABLE: text,
  UPLOADS_BUCKET: text,
  UPLOAD_QUEUE_URL: text,
});

/** The variables as the stack sets them: strings. */
export type CatalogImportEnvironment = z.input<typeof catalogImportEnvironmentSchema>;
