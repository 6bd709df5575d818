/** The Lambda handler that CodeDeploy calls before a new version gets traffic. */
import { deployCheckDependencies } from './dependencies.ts';
import { createDeployCheckHandler } from './create-deploy-check-handler.ts';

export const handler = createDeployCheckHandler(deployCheckDependencies(process.env));
