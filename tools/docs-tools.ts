/**
 * Writes docs/reference/tools.md, and the entries of `tools/list`, from the definitions of the tools: `npm run
 * docs:tools`.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { toolList } from './docs/tool-entries.ts';
import { toolsPage } from './docs/tools-page.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run docs:tools --', 'Write docs/reference/tools.md from the definitions of the tools');

writeFileSync(path.resolve(import.meta.dirname, '../docs/reference/tools.md'), toolsPage());
writeFileSync(
  path.resolve(import.meta.dirname, '../core/api/mcp/tool-list.json'),
  `${JSON.stringify(toolList(), null, 2)}\n`,
);
