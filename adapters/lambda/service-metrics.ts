/**
 * Writes the service's numbers in CloudWatch's embedded format. All stacks of an account and region share a namespace: without the stage as a
 * dimension, two stages would be counted together, and the calls to one would hide a failure of the other.
 */
import { Metrics } from '@aws-lambda-powertools/metrics';

export function serviceMetrics(serviceName: string, stage: string): Metrics {
  return new Metrics({ namespace: 'ProductData', serviceName, defaultDimensions: { stage } });
}
