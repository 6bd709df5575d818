/** Computes the references to the template's resources on this machine: `Ref`, `Fn::GetAtt`, ARNs. */
import type { CloudAssembly, Resource } from './cloud-assembly.ts';
import { localArn } from './local-account.ts';
import type { References } from './resolve-value.ts';

/** Addresses that are known only while the service runs. */
export interface LocalAddresses {
  readonly queueUrl: (name: string) => string;
  readonly apiUrl: string;
}

export function references(
  { template }: CloudAssembly,
  { queueUrl, apiUrl }: LocalAddresses,
): ReadonlyMap<string, References> {
  const known = (id: string, { Type, Properties = {} }: Resource): References => {
    switch (Type) {
      case 'AWS::DynamoDB::Table':
        return { ref: id, attributes: { Arn: localArn('dynamodb', `table/${id}`) } };
      case 'AWS::SQS::Queue':
        return { ref: queueUrl(id), attributes: { Arn: queueArn(id), QueueName: id } };
      case 'AWS::S3::Bucket':
        return { ref: bucketName(id), attributes: { Arn: bucketArn(bucketName(id)) } };
      case 'AWS::SecretsManager::Secret':
        return { ref: secretArn(id), attributes: { Id: secretArn(id) } };
      case 'AWS::Logs::LogGroup':
        // CloudFormation's ARN includes the streams.
        return { ref: id, attributes: { Arn: `${logGroupArn(id)}:*` } };
      case 'AWS::Lambda::Function':
        return { ref: id, attributes: { Arn: functionArn(id) } };
      case 'AWS::Lambda::Version': {
        const arn = `${functionArn(referredTo(Properties['FunctionName']))}:${ONLY_VERSION}`;
        return { ref: arn, attributes: { Version: ONLY_VERSION, FunctionArn: arn } };
      }
      case 'AWS::Lambda::Alias':
        return {
          ref: `${functionArn(referredTo(Properties['FunctionName']))}:${String(Properties['Name'])}`,
          attributes: {},
        };
      case 'AWS::ApiGatewayV2::Api':
        return { ref: id, attributes: { ApiEndpoint: apiUrl } };
      case 'AWS::Events::Rule':
        return { ref: id, attributes: { Arn: ruleArn(id) } };
      default:
        return { ref: id, attributes: { Arn: otherArn(id) } };
    }
  };
  return new Map(Object.entries(template.Resources).map(([id, resource]) => [id, known(id, resource)]));
}

const ONLY_VERSION = '1';

/** The logical id in `{ "Ref": id }`. */
function referredTo(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'Ref' in value) return String(value.Ref);
  throw new Error('The local run knows a version or an alias only of a function of the same template.');
}

export function functionArn(name: string): string {
  return localArn('lambda', `function:${name}`);
}

export function queueArn(name: string): string {
  return localArn('sqs', name);
}

/** Bucket names must be in lower case. */
export function bucketName(id: string): string {
  return id.toLowerCase();
}

export function bucketArn(name: string): string {
  return `arn:aws:s3:::${name}`;
}

export function secretArn(name: string): string {
  return localArn('secretsmanager', `secret:${name}`);
}

export function logGroupArn(name: string): string {
  return localArn('logs', `log-group:${name}`);
}

export function ruleArn(name: string): string {
  return localArn('events', `rule/${name}`);
}

/** The ARN of a resource that exists only in the cloud and is only referred to. */
export function otherArn(id: string): string {
  return localArn('local', id);
}
