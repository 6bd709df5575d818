/**
 * The rights of a deploy, as a stack that an administrator creates once for each account and region, with `npx cdk
 * deploy product-data-deployment -c repository=owner/name`: policies for CloudFormation in place of the bootstrap's
 * AdministratorAccess, a boundary that no function's role exceeds, and the role that a workflow of the repository takes
 * by OIDC. See docs/decisions/0340-who-may-deploy.md.
 */
import {
  Aws,
  BootstraplessSynthesizer,
  CfnOutput,
  Duration,
  Stack,
  Validations,
  type IStackSynthesizer,
} from 'aws-cdk-lib';
import {
  CfnOIDCProvider,
  Effect,
  FederatedPrincipal,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  type IRole,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { BOUNDARY, BOUNDARY_NAME } from './function-boundary.ts';
import { RIGHTS, STACKS, type Right } from './resource-rights.ts';

const GITHUB = 'token.actions.githubusercontent.com';
/** The stage of the workflow is an environment of the repository, where reviewers can be required. */
const ENVIRONMENTS = ['development', 'production'];

/** A policy holds 6,144 characters, so the types are divided by their service's first letter. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['product-data-deploy-1', /^AWS::[A-D]/],
  ['product-data-deploy-2', /^AWS::[E-Z]/],
];

/** The policies of AWS that the stacks attach to roles. */
const ATTACHED = ['AWSBackupServiceRolePolicyForBackup', 'AWSCodeDeployRoleForLambdaLimited'];

export class DeploymentStack extends Stack {
  /**
   * @param repository `owner/name` on GitHub
   * @param hasProvider the account has GitHub as an identity provider already
   */
  constructor(scope: Construct, id: string, repository: string, hasProvider: boolean) {
    super(scope, id, {
      description: 'Who may deploy the Product Data MCP Server, and what a deploy may change',
      // It is there before the bootstrap, with the rights of the administrator who creates it.
      synthesizer: new BootstraplessSynthesizer() as IStackSynthesizer,
    });
    const boundary = this.policy(
      BOUNDARY_NAME,
      'The most that a role of the service may do, whatever a deploy gives it',
      BOUNDARY,
    );
    const policies = PARTS.map(([name, types]) =>
      this.policy(
        name,
        'What CloudFormation may do for a deploy of the service',
        Object.entries(RIGHTS)
          .filter(([type]) => types.test(type))
          .flatMap(([, rights]) => rights),
      ),
    );
    const roles = this.policy(
      'product-data-deploy-roles',
      'Roles of the service, only inside the boundary',
      rightsOverRoles(boundary.managedPolicyArn),
    );
    const role = this.workflowRole(repository, hasProvider);
    new CfnOutput(this, 'WorkflowRole', { value: role.roleArn });
    new CfnOutput(this, 'Bootstrap', {
      value: `npx cdk bootstrap --cloudformation-execution-policies ${[...policies, roles].map(({ managedPolicyArn }) => managedPolicyArn).join(',')}`,
    });
  }

  private policy(name: string, description: string, rights: readonly Right[]): ManagedPolicy {
    const policy = new ManagedPolicy(this, name, {
      managedPolicyName: name,
      description,
      document: documentOf(rights),
    });
    acknowledgePatterns(policy, rights);
    return policy;
  }

  private workflowRole(repository: string, hasProvider: boolean): IRole {
    const provider = `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:oidc-provider/${GITHUB}`;
    const role = new Role(this, 'Workflow', {
      // Not named like the service's roles, over which a deploy has rights.
      roleName: 'deploys-product-data',
      description: 'Taken by the deploy workflow, for one stage at a time',
      maxSessionDuration: Duration.hours(2),
      assumedBy: new FederatedPrincipal(
        provider,
        {
          StringEquals: {
            [`${GITHUB}:aud`]: 'sts.amazonaws.com',
            [`${GITHUB}:sub`]: ENVIRONMENTS.map((stage) => `repo:${repository}:environment:${stage}`),
          },
        },
        'sts:AssumeRoleWithWebIdentity',
      ),
      inlinePolicies: { deploys: documentOf(WORKFLOW) },
    });
    acknowledgePatterns(role, WORKFLOW);
    if (!hasProvider)
      role.node.addDependency(
        new CfnOIDCProvider(this, 'GitHub', { url: `https://${GITHUB}`, clientIdList: ['sts.amazonaws.com'] }),
      );
    return role;
  }
}

/** The rights over roles: without the boundary none is made, given a policy, or freed of one. */
function rightsOverRoles(boundaryArn: string): readonly Right[] {
  const on = [`iam::{account}:role/${STACKS}*`];
  const inside = { 'iam:PermissionsBoundary': boundaryArn };
  return [
    {
      actions: [
        'iam:CreateRole',
        'iam:PutRolePolicy',
        'iam:DeleteRolePolicy',
        'iam:DetachRolePolicy',
        'iam:PutRolePermissionsBoundary',
      ],
      on,
      when: { StringEquals: inside },
    },
    {
      actions: ['iam:AttachRolePolicy'],
      on,
      when: {
        StringEquals: inside,
        ArnLike: { 'iam:PolicyARN': ATTACHED.map((name) => `arn:*:iam::aws:policy/service-role/${name}`) },
      },
    },
    {
      actions: [
        'iam:GetRole',
        'iam:GetRolePolicy',
        'iam:ListRolePolicies',
        'iam:ListAttachedRolePolicies',
        'iam:UpdateRole',
        'iam:UpdateRoleDescription',
        'iam:UpdateAssumeRolePolicy',
        'iam:DeleteRole',
        'iam:TagRole',
        'iam:UntagRole',
      ],
      on,
    },
    {
      actions: ['iam:PassRole'],
      on,
      when: {
        StringEquals: {
          'iam:PassedToService': ['lambda.amazonaws.com', 'codedeploy.amazonaws.com', 'backup.amazonaws.com'],
        },
      },
    },
    { actions: ['ssm:GetParameters'], on: ['ssm:{region}:{account}:parameter/cdk-bootstrap/hnb659fds/version'] },
  ];
}

/**
 * What the workflow does itself: it takes the bootstrap's roles, asks what the preflight asks, and moves an alias back.
 */
const WORKFLOW: readonly Right[] = [
  {
    actions: ['sts:AssumeRole'],
    on: ['deploy', 'file-publishing', 'lookup'].map(
      (role) => `iam::{account}:role/cdk-hnb659fds-${role}-role-{account}-{region}`,
    ),
  },
  {
    actions: ['lambda:GetAccountSettings', 'ses:GetAccount', 'ses:GetEmailIdentity', 'acm:DescribeCertificate'],
    on: ['*'],
  },
  {
    actions: ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'],
    on: [
      `cloudformation:{region}:{account}:stack/${STACKS}*/*`,
      'cloudformation:{region}:{account}:stack/CDKToolkit/*',
    ],
  },
  {
    actions: ['dynamodb:DescribeTable'],
    on: [`dynamodb:{region}:{account}:table/${STACKS}*`],
  },
  {
    actions: ['secretsmanager:DescribeSecret'],
    on: ['secretsmanager:{region}:{account}:secret:product-data/*'],
  },
  // The key of the canary, with which the smoke test calls.
  {
    actions: ['secretsmanager:GetSecretValue'],
    on: ['secretsmanager:{region}:{account}:secret:CanaryKey*'],
  },
  {
    actions: ['lambda:GetAlias', 'lambda:UpdateAlias'],
    on: [`lambda:{region}:{account}:function:${STACKS}*`],
  },
];

function documentOf(rights: readonly Right[]): PolicyDocument {
  const document = new PolicyDocument({ minimize: true });
  for (const { actions, on, when } of rights)
    document.addStatements(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: [...actions],
        resources: on.map((end) => arnOf(end, [Aws.PARTITION, Aws.REGION, Aws.ACCOUNT_ID])),
        ...(when !== undefined && { conditions: when }),
      }),
    );
  return document;
}

function arnOf(end: string, [partition, region, account]: readonly [string, string, string]): string {
  return end === '*' ? end : `arn:${partition}:${end.replaceAll('{region}', region).replaceAll('{account}', account)}`;
}

/** CDK Nag asks about each pattern of names and of actions. */
function acknowledgePatterns(construct: Construct, rights: readonly Right[]): void {
  const names = rights
    .flatMap(({ on }) => on)
    .map((end) => arnOf(end, ['<AWS::Partition>', '<AWS::Region>', '<AWS::AccountId>']));
  const actions = rights.flatMap((right) => right.actions);
  const found = [...names.map((arn) => `Resource::${arn}`), ...actions.map((action) => `Action::${action}`)];
  for (const pattern of new Set(found.filter((text) => text.includes('*'))))
    Validations.of(construct).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[${pattern}]`,
      reason: 'The names of the service begin alike; what is allowed on * has no name, or none before it is created.',
    });
}
