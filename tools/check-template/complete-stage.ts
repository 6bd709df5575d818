/**
 * The CDK app of a stage with every option: sign-in, a certificate, a live host, a boundary. It is only checked, never
 * deployed.
 */
import { App } from 'aws-cdk-lib';
import { ProductDataStack } from '../../lib/product-data-stack.ts';
import { stageSettings } from '../../lib/settings/stage-settings.ts';

const app = new App();
new ProductDataStack(app, 'product-data-complete', {
  ...stageSettings('production'),
  signIn: 'on',
  certificateArn: 'arn:aws:acm:eu-central-1:000000000000:certificate/00000000-0000-0000-0000-000000000000',
  hostAnswers: true,
  isProtected: true,
  hasBoundary: true,
});
app.synth();
