/**
 * Replaces the endpoint cache of the AWS SDK in bundles. DynamoDB's client creates one for endpoint discovery, which none of its commands use
 * (docs/decisions/0024-cold-start.md). The replacement class has no methods, so that any use makes the bundling or the first test fail.
 */
export class EndpointCache {}
