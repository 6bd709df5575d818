/** All that the function of the HTTP API works with. */
import {
  toolDependencies,
  type StoreClients,
  type ToolDependencies,
} from '../../adapters/lambda-http/tool-dependencies.ts';

export type V1Dependencies = ToolDependencies;

/** @param clients tests inject failures and count calls */
export function v1Dependencies(
  environment: Readonly<Record<string, string | undefined>>,
  clients?: StoreClients,
): V1Dependencies {
  return toolDependencies('v1', environment, clients);
}
