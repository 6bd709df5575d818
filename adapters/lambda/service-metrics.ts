/**
 * Writes the service's numbers in CloudWatch's embedded format. All stacks of an account and region share a namespace: without the stage as a
 * dimension, two stages would be counted together, and the calls of one would hide the silence of the other.
 */
import { Metrics } from '@aws-lambda-powertools/metrics';

export function serviceMetrics(serviceName: string, stage: string): Metrics {
  return new Metrics({ namespace: 'ProductData', serviceName, defaultDimensions: { stage } });
}
