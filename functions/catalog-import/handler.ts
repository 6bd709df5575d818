/** The Lambda handler of the upload queue. */
import { createImportHandler } from './create-import-handler.ts';
import { catalogImportDependencies } from './dependencies.ts';

export const handler = createImportHandler(catalogImportDependencies(process.env));
