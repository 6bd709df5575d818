import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DeploymentStack } from '../../../lib/deployment/deployment-stack.ts';
import { RIGHTS } from '../../../lib/deployment/resource-rights.ts';
import { stageSettings, type StageSettings } from '../../../lib/settings/stage-settings.ts';
import { templateOf } from '../stack-template.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
type Document = { readonly Statement: readonly Statement[] };

/** Every option that adds a resource or a right. */
const COMPLETE: StageSettings = {
  ...stageSettings('production'),
  signIn: 'on',
  certificateArn: 'arn:aws:acm:eu-central-1:000000000000:certificate/00000000-0000-0000-0000-000000000000',
  hostAnswers: true,
  billingEvents: { secretName: 'product-data/production/billing-events' },
  hasBoundary: true,
};

/**
 * What AWS attaches to roles by its own policies for deployments and copies, which the templates name only as a whole.
 */
const BY_POLICIES_OF_AWS =
  /^(lambda:(GetAlias|UpdateAlias|GetProvisionedConcurrencyConfig)|cloudwatch:DescribeAlarms|backup:|kms:|dynamodb:(DescribeTable|CreateBackup|StartAwsBackupJob|ListTagsOfResource))/;

/** Published permissions that no property of this service's resources needs. */
const NOT_NEEDED: readonly (readonly [RegExp, string])[] = [
  [/kinesis/i, 'tables have no stream'],
  [
    /^dynamodb:(ImportTable|DescribeImport)$|^logs:(CreateLogStream|PutLogEvents|DescribeLogStreams)$/,
    'no table is imported',
  ],
  [/^s3:(GetObjectMetadata|DeleteObject|PutObjectAcl|PutBucketAcl)$/, 'a deploy touches no object'],
  [/^kms:(Describe\*|Get\*|List\*|RevokeGrant)$/, 'the keys are those of AWS'],
  [/^iam:(CreateServiceLinkedRole|DeleteRolePermissionsBoundary)$/, 'a role never leaves the boundary'],
  [/^(ec2|elasticfilesystem|firehose|s3tables):/, 'functions have no network, logs no stream, buckets no tables'],
  [/CodeSigningConfig$|GetLayerVersion$|PassCapacityProvider$|PutFunctionScalingConfig$/, 'functions have none'],
  [/KmsKey$|PutDataProtectionPolicy$|DeleteDataProtectionPolicy$|REST\.PUT\.OBJECT$/, 'logs and topics have none'],
  [
    /Replicat|Analytics|Metrics|Website|Accelerate|Logging|ObjectLock|IntelligentTiering|Inventory|Metadata|Abac|Cors$|BucketEncryption$|BucketLifecycle$/,
    'buckets and secrets have none',
  ],
];

function deployment(): Template {
  process.env.CDK_VALIDATION = 'false';
  const app = new App({ context: { '@aws-cdk/aws-iam:minimizePolicies': true } });
  return Template.fromStack(new DeploymentStack(app, 'product-data-deployment', 'owner/name', false));
}

function policies(template: Template): ReadonlyMap<string, Document> {
  return new Map(
    Object.values(template.findResources('AWS::IAM::ManagedPolicy')).map(({ Properties }) => [
      Properties.ManagedPolicyName as string,
      Properties.PolicyDocument as Document,
    ]),
  );
}

function actionsOf(documents: Iterable<Document>): string[] {
  return [...documents].flatMap(({ Statement }) => Statement.flatMap(({ Action }) => [Action].flat()));
}

function isAllowed(action: string, actions: readonly string[]): boolean {
  const name = action.toLowerCase();
  return actions.some((allowed) =>
    allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1).toLowerCase()) : allowed.toLowerCase() === name,
  );
}

let template: Template;
let boundary: readonly string[];
let deploys: readonly Document[];
let service: Template;

beforeAll(() => {
  template = deployment();
  const all = policies(template);
  boundary = actionsOf([all.get('product-data-boundary') as Document]);
  deploys = [...all].filter(([name]) => name !== 'product-data-boundary').map(([, document]) => document);
  service = templateOf(COMPLETE);
});

describe('The rights of a deploy', () => {
  test('name every type of resource in the stack, and no other', () => {
    const types = new Set(
      Object.values(service.toJSON().Resources as Record<string, { Type: string }>).map(({ Type }) => Type),
    );
    expect(Object.keys(RIGHTS).toSorted()).toEqual([...types].toSorted());
  });

  test('cover what AWS publishes for the handlers of these types, but for what no property needs', () => {
    const published = JSON.parse(
      readFileSync(path.join(import.meta.dirname, 'published-permissions.json'), 'utf8'),
    ) as Record<string, readonly string[]>;
    const allowed = actionsOf(deploys);
    const lacking = Object.entries(published).flatMap(([type, permissions]) =>
      permissions
        .filter((permission) => !isAllowed(permission, allowed))
        .filter((permission) => !NOT_NEEDED.some(([pattern]) => pattern.test(permission)))
        .map((permission) => `${type}: ${permission}`),
    );
    expect(lacking).toEqual([]);
  });

  test('allow no service as a whole, and no users, keys or policies of IAM', () => {
    const allowed = actionsOf(deploys);
    expect(allowed.filter((action) => /^\*|:\*$/.test(action))).toEqual([]);
    expect(
      allowed.filter((action) =>
        /^iam:.*(User|Group|AccessKey|PolicyVersion|Provider|CreatePolicy|LoginProfile)/.test(action),
      ),
    ).toEqual([]);
    expect(isAllowed('iam:DeleteRolePermissionsBoundary', allowed)).toBe(false);
    expect(isAllowed('sts:AssumeRole', allowed)).toBe(false);
  });

  test('give a role a policy only inside the boundary', () => {
    const giving = ['iam:CreateRole', 'iam:PutRolePolicy', 'iam:AttachRolePolicy', 'iam:PutRolePermissionsBoundary'];
    const statements = deploys.flatMap(({ Statement }) => Statement);
    for (const action of giving) {
      const found = statements.filter(({ Action }) => [Action].flat().includes(action));
      expect(found.length, action).toBeGreaterThan(0);
      for (const { Condition } of found)
        expect(Condition?.['StringEquals'], action).toHaveProperty('iam:PermissionsBoundary');
    }
  });

  test('reach no role but the service’s, so not the one that deploys', () => {
    const roles = deploys
      .flatMap(({ Statement }) => Statement)
      .filter(({ Action }) => [Action].flat().some((action) => /^iam:(?!CreateServiceLinkedRole)/.test(action)))
      .flatMap(({ Resource }) => [Resource].flat());
    expect(roles.length).toBeGreaterThan(0);
    for (const role of roles) expect(JSON.stringify(role)).toMatch(/:role\/product-data-\*"/);
    template.hasResourceProperties('AWS::IAM::Role', { RoleName: 'deploys-product-data' });
  });

  test('fit into policies of 6,144 characters', () => {
    for (const [name, document] of policies(template)) {
      // CloudFormation replaces each reference by a text that is not longer than it.
      expect(JSON.stringify(document).length, name).toBeLessThanOrEqual(6144);
    }
  });

  test('are taken only by the environments of one repository', () => {
    const [role] = Object.values(template.findResources('AWS::IAM::Role'));
    expect(role?.Properties.AssumeRolePolicyDocument.Statement[0].Condition).toEqual({
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': [
          'repo:owner/name:environment:development',
          'repo:owner/name:environment:production',
        ],
      },
    });
  });
});

describe('The boundary of roles', () => {
  test('is that of every role of a stage that has one', () => {
    const roles = Object.entries(service.findResources('AWS::IAM::Role'));
    expect(roles.length).toBeGreaterThan(15);
    for (const [id, { Properties }] of roles)
      expect(JSON.stringify(Properties.PermissionsBoundary), id).toContain(':policy/product-data-boundary');
  });

  test('allows what the functions’ policies allow, and nothing that no role needs', () => {
    const used = new Set(
      actionsOf(
        Object.values(service.findResources('AWS::IAM::Policy')).map(
          ({ Properties }) => Properties.PolicyDocument as Document,
        ),
      ),
    );
    expect([...used].filter((action) => !boundary.includes(action))).toEqual([]);
    expect(boundary.filter((action) => !used.has(action) && !BY_POLICIES_OF_AWS.test(action))).toEqual([]);
  });

  test('allows nothing over roles, stacks, or the boundary itself', () => {
    expect(boundary.filter((action) => /^(iam|sts|cloudformation|organizations):/.test(action))).toEqual([]);
  });
});
