/** Creates the errors of DynamoDB's API in the form in which dynalite throws them. */
import type { ApiFailure } from './dynalite.ts';

const SERVICE = 'com.amazonaws.dynamodb.v20120810#';

export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && 'statusCode' in error && 'body' in error;
}

/** The error's name without its namespace, for example `ConditionalCheckFailedException`. */
export function failureName(failure: ApiFailure): string {
  return String(failure.body.__type).split('#').pop() ?? '';
}

export function serviceFailure(name: string, message: string, more: Record<string, unknown> = {}): ApiFailure {
  return apiFailure(`${SERVICE}${name}`, message, more);
}

export function validationFailure(message: string): ApiFailure {
  return apiFailure('com.amazon.coral.validate#ValidationException', message, {});
}

function apiFailure(type: string, message: string, more: Record<string, unknown>): ApiFailure {
  return Object.assign(new Error(message), { statusCode: 400, body: { __type: type, message, ...more } });
}
