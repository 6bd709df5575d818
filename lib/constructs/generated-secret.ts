/**
 * A secret that Secrets Manager generates: 64 random letters and digits. It is retained if the stage keeps data; its
 * logical id is fixed.
 */
import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { removalPolicyOf } from './removal-policy.ts';

interface GeneratedSecretProps {
  readonly description: string;
  readonly keepsData: boolean;
}

export class GeneratedSecret extends Secret {
  constructor(scope: Construct, id: string, { description, keepsData }: GeneratedSecretProps) {
    super(scope, id, {
      description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: removalPolicyOf(keepsData),
    });
    (this.node.defaultChild as CfnSecret).overrideLogicalId(id);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-SMG4',
      reason:
        'Rotated by an operator (docs/operate/incidents.md): the signing secret by `admin secrets rotate`, which minds tokens still valid; the provider’s key when the provider changes it.',
    });
  }
}
