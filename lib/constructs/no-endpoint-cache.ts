/**
 * Replaces the endpoint cache of the AWS SDK in bundles. DynamoDB's client creates one for endpoint discovery, which none of its commands use
 * (docs/decisions/0024-cold-start.md). The class has no methods, so any use fails the bundling or the first test.
 */
export class EndpointCache {}
