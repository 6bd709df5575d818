/**
 * What bundles get for the endpoint cache of the AWS SDK: an object that is made and never asked. DynamoDB's client makes one for the discovery of
 * endpoints, which none of its commands use (docs/decisions/0024-cold-start.md). Without a method, a use fails the bundling or the first test.
 */
export class EndpointCache {}
