/**
 * A table with our defaults: string keys pk and sk, on demand, recoverable to any second of the last 35 days,
 * encrypted under a key whose use is audited, rows that may expire. Retained and undeletable where the stage keeps data.
 * The logical id is fixed, because a changed one would replace the table.
 */
import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { TableMaximum } from '../settings/stage-settings.ts';

export interface ProtectedTableProps {
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
      deletionProtection: keepsData,
      removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    (this.node.defaultChild as CfnTable).overrideLogicalId(id);
  }
}
