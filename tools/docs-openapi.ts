/** Writes docs/openapi.json from the HTTP API endpoints and the tools' schemas: `npm run docs:openapi`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stageSettings } from '../lib/settings/stage-settings.ts';
import { openApiText } from './docs/openapi/openapi-document.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run docs:openapi --', 'Write docs/openapi.json from the endpoints and the schemas of the tools');

writeFileSync(path.resolve(import.meta.dirname, '../docs/openapi.json'), openApiText(stageSettings('production')));
