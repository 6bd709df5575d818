/** The Lambda handler of the HTTP API. */
import '../../adapters/lambda-http/quick-start.ts';
import { createV1Handler } from './create-v1-handler.ts';
import { toolDependencies } from '../../adapters/lambda-http/tool-dependencies.ts';

export const handler = createV1Handler(toolDependencies('v1', process.env));
