/** Writes docs/operate/alarms.md from the production template with every option enabled: `npm run docs:alarms`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { ProductDataStack } from '../lib/product-data-stack.ts';
import { stageSettings } from '../lib/settings/stage-settings.ts';
import { alarmsPage } from './docs/alarms-page.ts';
import type { Template } from './docs/idle-stage.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run docs:alarms --', 'Write docs/operate/alarms.md');

process.env['CDK_VALIDATION'] = 'false';
// Bundles have no alarms, so bundling is skipped.
const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
const stack = new ProductDataStack(app, 'stack', {
  ...stageSettings('production'),
  signIn: 'on',
  billingEvents: { secretName: 'product-data/production/billing-events' },
});
const template = app.synth().getStackByName(stack.stackName).template as Template;
writeFileSync(path.resolve(import.meta.dirname, '../docs/operate/alarms.md'), alarmsPage(template));
