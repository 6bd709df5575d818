/**
 * A Lambda function with the service's defaults: Node 24 on arm64, the stage's log retention, and a separate role that
 * may only write to the function's log group. All other permissions are granted in the stack. The logical id is fixed,
 * because people know the function by this name, locally as well.
 */
import path from 'node:path';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, RecursiveLoop, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { FieldIndexPolicy, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-settings.ts';
import { functionCode } from './function-code.ts';
import { removalPolicyOf } from './removal-policy.ts';

const FUNCTIONS_FOLDER = path.resolve(import.meta.dirname, '../../functions');

/** Members of the log lines of requests (adapters/lambda-http/log-fields.ts), named as they are written there. */
const INDEXED_FIELDS = ['account', 'requestId'];

/** What a stage decides for all its functions. `tracing` enables X-Ray. */
type FunctionSettings = Pick<StageSettings, 'logRetentionDays' | 'keepsData' | 'tracing'>;

interface ServiceFunctionProps<Environment extends Readonly<Record<string, string>>> {
  /** The folder under functions/, or the whole path of one elsewhere. */
  readonly folder: string;
  /** All variables of the function's environment.ts; without one of them, the code does not compile. */
  readonly environment: Environment;
  readonly description: string;
  readonly memoryMb: number;
  /** How far V8's semi-spaces may grow; otherwise Lambda gives each of the three a twentieth of the memory. */
  readonly semiSpaceMb?: number;
  readonly timeoutSeconds: number;
  /** The log proves bills: on a stage that keeps data, it outlives the stack until its retention ends. */
  readonly provesBills?: boolean;
  /** The function logs requests: a search for an account's requests, or for one, reads no other lines. */
  readonly logsRequests?: boolean;
  readonly reservedConcurrency?: number | undefined;
  /** The function intentionally sends work to its queue; otherwise Lambda ends such a chain after about 16 messages. */
  readonly sendsToItself?: boolean;
  /** Puts further files next to the bundle. */
  readonly addFiles?: (outputFolder: string) => void;
}

export class ServiceFunction<Environment extends Readonly<Record<string, string>>> extends LambdaFunction {
  constructor(scope: Construct, settings: FunctionSettings, id: string, props: ServiceFunctionProps<Environment>) {
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: settings.logRetentionDays,
      removalPolicy: removalPolicyOf(props.provesBills === true && settings.keepsData),
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
      environment: {
        ...props.environment,
        ...(props.semiSpaceMb !== undefined && { NODE_OPTIONS: nodeOptions(props.semiSpaceMb, props.memoryMb) }),
      },
      ...(settings.tracing === true && { tracing: Tracing.ACTIVE }),
      role,
      logGroup,
      // A deploy rolls back to a version, so the template that drops a version must not delete it. A version of a
      // release that was rolled back is deleted: while it exists, Lambda makes no other from the same code, and the
      // release could not be tried again.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      ...(props.sendsToItself === true && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
    });
    (this.node.defaultChild as CfnFunction).overrideLogicalId(id);
    if (settings.tracing === true) {
      Validations.of(role).acknowledge({
        id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
        reason:
          'X-Ray has no resources to name: xray:PutTraceSegments and PutTelemetryRecords are allowed on * or not at all.',
      });
    }
  }
}

/**
 * Lambda sets neither space when NODE_OPTIONS names one, so the old space is given what Lambda gives it: nine tenths of
 * the memory.
 */
function nodeOptions(semiSpaceMb: number, memoryMb: number): string {
  return `--max-semi-space-size=${semiSpaceMb} --max-old-space-size=${Math.floor(memoryMb * 0.9)}`;
}
