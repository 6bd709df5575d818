/**
 * List prices of AWS in us-east-1, in USD, without free tiers. Those of DynamoDB's units, the gateway's and Lambda's requests were compared with the
 * published lists on 2026-11-21, X-Ray's on AWS's page later; the others were not compared. Who prices something for a page takes them from here.
 */
export const LIST_PRICES = {
  dynamoDbMillionReadUnits: 0.125,
  dynamoDbMillionWriteUnits: 0.625,
  dynamoDbGigabyteMonth: 0.25,
  pointInTimeRecoveryGigabyteMonth: 0.2,
  gatewayMillionRequests: 1,
  /** Beyond 300 million in a month. */
  gatewayMillionRequestsAbove: 0.9,
  lambdaMillionRequests: 0.2,
  /** On arm64. */
  lambdaGigabyteSecond: 0.0000133334,
  logsGigabyte: 0.5,
  tracesMillion: 5,
  dataOutGigabyte: 0.09,
  /** For each metric that a standard alarm reads. */
  alarmMetricMonth: 0.1,
  ownMetricMonth: 0.3,
  dashboardMonth: 3,
  secretMonth: 0.4,
  queueMillionRequests: 0.4,
} as const;

/** The cheaper rate of API Gateway begins here, in millions of requests a month. */
export const GATEWAY_FIRST_MILLIONS = 300;
