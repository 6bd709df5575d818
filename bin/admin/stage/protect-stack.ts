/**
 * Enables the tables' deletion protection and the stack's termination protection. This runs after the first create,
 * because protected resources would block the rollback of a failed create. Every step is idempotent, so an interrupted
 * run can be repeated.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import {
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
  type CloudFormationClient,
} from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { PROTECTED_CONTEXT } from '../../../lib/settings/protected-context.ts';
import { OperatorError } from '../console/operator-error.ts';

/** States after a successful create in which nothing is being changed. */
const AT_REST = new Set([
  'CREATE_COMPLETE',
  'UPDATE_COMPLETE',
  'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS',
  'UPDATE_ROLLBACK_COMPLETE',
]);

interface ProtectingClients {
  readonly cloudFormation: CloudFormationClient;
  readonly documents: DynamoDBDocumentClient;
}

interface ProtectedStack {
  readonly stackName: string;
  readonly tables: readonly string[];
}

/** @throws {OperatorError} when the stack's first create has not succeeded */
export async function protectStack(
  { cloudFormation, documents }: ProtectingClients,
  stackName: string,
  tables: readonly string[],
): Promise<ProtectedStack> {
  const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }));
  const status = Stacks[0]?.StackStatus ?? 'unknown';
  if (!AT_REST.has(status))
    throw new OperatorError(
      `The stack ${stackName} is ${status}: it can be protected only after it was created successfully.`,
      {
        code: 'stack_not_created',
        fix: 'Deploy it, then repeat the command.',
      },
    );
  for (const TableName of tables) {
    const { Table } = await documents.send(new DescribeTableCommand({ TableName }));
    if (Table?.DeletionProtectionEnabled === true) continue;
    await documents.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  }
  if (Stacks[0]?.EnableTerminationProtection !== true)
    await cloudFormation.send(
      new UpdateTerminationProtectionCommand({ StackName: stackName, EnableTerminationProtection: true }),
    );
  return { stackName, tables };
}

const contextSchema = z.record(z.string(), z.unknown());

/** Records in the context file of `cdk deploy` that the stack stays protected, and keeps its other entries. */
export async function rememberProtection(contextFile: string, stage: string): Promise<void> {
  const before = await readFile(contextFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const context = { ...contextSchema.parse(JSON.parse(before)), [`${PROTECTED_CONTEXT}${stage}`]: true };
  const written = `${contextFile}.${process.pid}`;
  await writeFile(written, `${JSON.stringify(context, null, 2)}\n`);
  await rename(written, contextFile);
}
