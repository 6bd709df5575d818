/**
 * The bucket of uploaded files: private, encrypted, over TLS 1.2 only. Its files are needed for minutes, and are
 * deleted after a day. Browsers never reach it: parts are sent through the dashboard's interface.
 */
import { Duration, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { removalPolicyOf } from './removal-policy.ts';

export class UploadBucket extends Bucket {
  constructor(scope: Construct, id: string, { keepsData }: { readonly keepsData: boolean }) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      lifecycleRules: [{ expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: removalPolicyOf(keepsData),
    });
    (this.node.defaultChild as CfnBucket).overrideLogicalId(id);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-S1',
      reason:
        'Two functions of the stack alone reach it, each of their requests is logged by themselves, and nothing lies in it for longer than a day.',
    });
  }
}
