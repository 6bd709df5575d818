/** The variables of the function of the HTTP API: those of every function that serves tools. */
export type { ToolEnvironment as V1Environment } from '../../adapters/lambda-http/tool-environment.ts';
