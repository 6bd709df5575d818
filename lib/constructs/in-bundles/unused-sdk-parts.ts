/**
 * Replaces parts of the AWS SDK in bundles that no command of the functions uses (docs/decisions/0024-cold-start.md): the endpoint cache, which
 * DynamoDB's client creates for endpoint discovery, and event streams, which some clients name in their configuration. The classes have no methods, so
 * that any use makes the bundling or the first test fail.
 */
export class EndpointCache {}
export class EventStreamSerde {}
export const eventStreamSerdeProvider = (): undefined => undefined;
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
