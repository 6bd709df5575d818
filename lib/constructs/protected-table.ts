/**
 * A table with the service's defaults: string keys pk and sk, on demand, recoverable to any second of the last 35 days,
 * encrypted under a key with audited use, with rows that may expire. If the stage keeps data, the table outlives the
 * stack; `admin stage protect` makes it undeletable after the first create
 * (docs/decisions/0200-protections-after-the-first-create.md). The logical id is fixed, because a changed one would
 * replace the table.
 */
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { removalPolicyOf } from './removal-policy.ts';
import type { TableMaximum } from '../settings/stage-settings.ts';

interface ProtectedTableProps {
  readonly keepsData: boolean;
  readonly maximum?: TableMaximum | undefined;
}

export class ProtectedTable extends Table {
  constructor(scope: Construct, id: string, { keepsData, maximum }: ProtectedTableProps) {
    super(scope, id, {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.AWS_MANAGED,
      timeToLiveAttribute: 'expires_at',
      ...(maximum !== undefined && {
        maxReadRequestUnits: maximum.readUnits,
        maxWriteRequestUnits: maximum.writeUnits,
      }),
      removalPolicy: removalPolicyOf(keepsData),
    });
    (this.node.defaultChild as CfnTable).overrideLogicalId(id);
  }
}
