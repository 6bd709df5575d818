/**
 * `npm run check:template`: runs cfn-lint on the template of every deployable stage, of one with every option, and of
 * the rights of a deploy. If cfn-lint is not installed, the check is skipped, or fails in CI.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEPLOYABLE_STAGES } from '../lib/settings/stage-settings.ts';
import { synthesize } from '../local/synthesize.ts';
import { lintTemplates, needsLint } from './check-template/lint-templates.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run check:template --', 'Run cfn-lint on the template of every deployable stage');

const folder = await mkdtemp(path.join(tmpdir(), 'check-template-'));
try {
  // Templates refer to bundles only by hash, so bundling is skipped.
  const context = { 'aws:cdk:bundling-stacks': [], repository: 'owner/name' };
  const complete = path.join(folder, 'complete');
  await synthesize({ app: 'bin/app.ts', outputFolder: folder, context });
  await synthesize({ app: 'tools/check-template/complete-stage.ts', outputFolder: complete, context });
  const templates = [
    ...[...DEPLOYABLE_STAGES, 'deployment'].map((name) => path.join(folder, `product-data-${name}.template.json`)),
    path.join(complete, 'product-data-complete.template.json'),
  ];
  switch (await lintTemplates(templates)) {
    case 'clean':
      console.log(
        `cfn-lint found nothing in the templates of ${DEPLOYABLE_STAGES.join(', ')}, a stage with every option, and the rights of a deploy.`,
      );
      break;
    case 'findings':
      process.exitCode = 1;
      break;
    case 'not_installed':
      if (needsLint(process.env)) process.exitCode = 1;
      console.log(
        `${needsLint(process.env) ? 'FAILED' : 'SKIPPED'}: cfn-lint is not installed, so no template was checked. Install it with: pip install cfn-lint`,
      );
  }
} finally {
  await rm(folder, { recursive: true });
}
