/**
 * Replaces parts of the AWS SDK in bundles that no command of the functions uses (docs/decisions/0024-cold-start.md):
 * endpoint discovery, which DynamoDB's client brings along, and event streams, which some clients name in their
 * configuration. The class has no methods, so that any use makes the bundling or the first test fail.
 */
export class EventStreamSerde {}
export const eventStreamSerdeProvider = (): undefined => undefined;
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { environmentVariableSelector: (): undefined => undefined };
export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config;
