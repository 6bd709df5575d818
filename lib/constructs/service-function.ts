/**
 * A Lambda function with our defaults: Node 24 on arm64, its own role that may write to its own
 * log group and nothing else, log retention of the stage. What else it may do is granted in the stack.
 * The logical id is fixed: it is the name under which a person meets the function, locally too.
 */
import path from 'node:path';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, RecursiveLoop, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { FieldIndexPolicy, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { functionCode } from './function-code.ts';
import { removalPolicyOf } from './removal-policy.ts';

const FUNCTIONS_FOLDER = path.resolve(import.meta.dirname, '../../functions');

/** Members of the log lines of requests (adapters/lambda-http/log-fields.ts), named as they are written there. */
const INDEXED_FIELDS = ['account', 'requestId'];

export interface ServiceFunctionProps<Environment extends Readonly<Record<string, string>>> {
  /** The folder under functions/, or the whole path of one elsewhere. */
  readonly folder: string;
  /** All variables of the function's environment.ts: a forgotten one does not compile. */
  readonly environment: Environment;
  readonly description: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly logRetentionDays: number;
  /** The log outlives the stack, until its retention is over: bills can be proven from it. */
  readonly keepsLogs?: boolean;
  /** It logs requests: who looks for those of an account, or for one, reads no others' lines. */
  readonly logsRequests?: boolean;
  /** X-Ray. It needs a right on every resource, for X-Ray has none to name. */
  readonly tracing?: boolean;
  readonly reservedConcurrency?: number | undefined;
  /** It sends work to its own queue, and means it: otherwise Lambda ends such a chain after about 16 messages. */
  readonly sendsToItself?: boolean;
  /** Puts further files next to the bundle. */
  readonly addFiles?: (outputFolder: string) => void;
}

export class ServiceFunction<Environment extends Readonly<Record<string, string>>> extends LambdaFunction {
  constructor(scope: Construct, id: string, props: ServiceFunctionProps<Environment>) {
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: props.logRetentionDays,
      removalPolicy: removalPolicyOf(props.keepsLogs === true),
      ...(props.logsRequests === true && { fieldIndexPolicies: [new FieldIndexPolicy({ fields: INDEXED_FIELDS })] }),
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      code: functionCode(scope, path.resolve(FUNCTIONS_FOLDER, props.folder), props.addFiles),
      handler: 'handler.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      description: props.description,
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: props.environment,
      ...(props.tracing === true && { tracing: Tracing.ACTIVE }),
      role,
      logGroup,
      // A version is what a deploy goes back to: the template that drops it must not delete it. One of a release that was rolled back goes: as long as it
      // is there, Lambda makes no other of the same code, and the release could not be tried again.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      ...(props.sendsToItself === true && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
    });
    (this.node.defaultChild as CfnFunction).overrideLogicalId(id);
    if (props.tracing === true) {
      Validations.of(role).acknowledge({
        id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
        reason:
          'X-Ray has no resources to name: xray:PutTraceSegments and PutTelemetryRecords are allowed on * or not at all.',
      });
    }
  }
}
