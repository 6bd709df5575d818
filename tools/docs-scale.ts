/** Writes docs/operate/capacity.md from measured costs, stage settings and templates: `npm run docs:scale`. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEPLOYABLE_STAGES, stageSettings } from '../lib/settings/stage-settings.ts';
import { synthesize } from '../local/synthesize.ts';
import type { Template } from './docs/idle-stage.ts';
import { scalePage, type MeasuredCosts } from './docs/scale-page.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run docs:scale --', 'Write docs/operate/capacity.md');

const DOCS = path.resolve(import.meta.dirname, '../docs');

const folder = await mkdtemp(path.join(tmpdir(), 'docs-scale-'));
try {
  // Bundles cost nothing, so bundling is skipped.
  await synthesize({ app: 'bin/app.ts', outputFolder: folder, context: { 'aws:cdk:bundling-stacks': [] } });
  const stages = DEPLOYABLE_STAGES.map(async (stage) => ({
    settings: stageSettings(stage),
    template: await readJson<Template>(path.join(folder, `product-data-${stage}.template.json`)),
  }));
  const measured = await readJson<MeasuredCosts>(path.join(DOCS, 'evidence/performance.json'));
  await writeFile(path.join(DOCS, 'operate/capacity.md'), scalePage({ measured, stages: await Promise.all(stages) }));
} finally {
  await rm(folder, { recursive: true });
}

async function readJson<Value>(file: string): Promise<Value> {
  return JSON.parse(await readFile(file, 'utf8')) as Value;
}
