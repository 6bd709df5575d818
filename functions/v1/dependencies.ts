/** Builds the dependencies of the HTTP API's function. */
import {
  toolDependencies,
  type StoreClients,
  type ToolDependencies,
} from '../../adapters/lambda-http/tool-dependencies.ts';

export type V1Dependencies = ToolDependencies;

/** @param clients replaced by tests, to inject failures and count calls */
export function v1Dependencies(
  environment: Readonly<Record<string, string | undefined>>,
  clients?: StoreClients,
): V1Dependencies {
  return toolDependencies('v1', environment, clients);
}
