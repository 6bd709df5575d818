/** The Lambda handler of the HTTP API. */
import '../../adapters/lambda-http/quick-start.ts';
import { createV1Handler } from './create-v1-handler.ts';
import { v1Dependencies } from './dependencies.ts';

export const handler = createV1Handler(v1Dependencies(process.env));
