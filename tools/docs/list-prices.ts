/**
 * List prices of AWS in us-east-1, in USD, without free tiers; all pages use these. The prices of DynamoDB units,
 * gateway requests and Lambda requests were verified on 2026-11-21, X-Ray's later; the others were not.
 */
export const LIST_PRICES = {
  dynamoDbMillionReadUnits: 0.125,
  dynamoDbMillionWriteUnits: 0.625,
  dynamoDbGigabyteMonth: 0.25,
  pointInTimeRecoveryGigabyteMonth: 0.2,
  gatewayMillionRequests: 1,
  /** Above 300 million per month. */
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

/** Millions of requests per month above which API Gateway charges its lower rate. */
export const GATEWAY_FIRST_MILLIONS = 300;
