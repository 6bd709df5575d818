/** `npm run check:template`: cfn-lint on the template of every stage that can be deployed. Skipped, and says so, where cfn-lint is not installed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEPLOYABLE_STAGES } from '../lib/settings/stage-settings.ts';
import { synthesize } from '../local/synthesize.ts';
import { lintTemplates } from './check-template/lint-templates.ts';
import { takeNothing } from './program/program.ts';

takeNothing('npm run check:template --', 'Run cfn-lint on the template of every stage that can be deployed');

const folder = await mkdtemp(path.join(tmpdir(), 'check-template-'));
try {
  // Without bundles, which templates name by a hash alone.
  await synthesize({ app: 'bin/app.ts', outputFolder: folder, context: { 'aws:cdk:bundling-stacks': [] } });
  const templates = DEPLOYABLE_STAGES.map((stage) => path.join(folder, `product-data-${stage}.template.json`));
  switch (await lintTemplates(templates)) {
    case 'clean':
      console.log(`cfn-lint finds nothing in the templates of ${DEPLOYABLE_STAGES.join(' and ')}.`);
      break;
    case 'findings':
      process.exitCode = 1;
      break;
    case 'not_installed':
      console.log(
        'SKIPPED: cfn-lint is not installed, so no template was checked. Install it with: pip install cfn-lint',
      );
  }
} finally {
  await rm(folder, { recursive: true });
}
