/** The environment variables of the HTTP API's function, the same as for every function that serves tools. */
export type { ToolEnvironment as V1Environment } from '../../adapters/lambda-http/tool-environment.ts';
