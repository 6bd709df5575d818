/**
 * The form of a rule of AWS: a sentence, the page of AWS's documentation that states it, how a template breaks it,
 * and a change that breaks it, so that every rule is seen to fail. A rule about one property is a line of data
 * (property-rules.ts); one about several resources is a function (function-rules.ts, alarm-rules.ts,
 * access-rules.ts).
 */
export interface Resource {
  readonly Type: string;
  Properties?: Record<string, unknown>;
  DeletionPolicy?: string;
  readonly UpdatePolicy?: unknown;
  DependsOn?: readonly string[] | string;
}

export interface Template {
  readonly Resources: Record<string, Resource>;
}

export interface AwsRule {
  /** A sentence; its subject is the thing that the rule is about. */
  readonly rule: string;
  readonly page: string;
  /** Returns the logical ids of the resources that break the rule, each with the problem. */
  readonly findings: (template: Template) => readonly string[];
  /** Breaks a template of production. */
  readonly broken: (template: Template) => void;
}

/** The resources of a type, by logical id. */
export function resourcesOf({ Resources }: Template, type: string): readonly [string, Resource][] {
  return Object.entries(Resources).filter(([, { Type }]) => Type === type);
}

/**
 * Returns the first resource of a type, to be broken.
 * @throws {Error} if the template has none: the rule could not be seen to fail
 */
export function firstOf(template: Template, type: string, where: (resource: Resource) => boolean = () => true) {
  const found = resourcesOf(template, type).find(([, resource]) => where(resource))?.[1];
  if (found === undefined) throw new Error(`The template has no ${type} to break.`);
  return found;
}

/** Returns the value at a path of members; undefined if it ends early. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], value);
}

export function setAt(value: object, path: string, replacement: unknown): void {
  const [name = '', ...rest] = path.split('.');
  const members = value as Record<string, object>;
  if (rest.length === 0) members[name] = replacement as object;
  else setAt((members[name] ??= {}), rest.join('.'), replacement);
}

/** Returns the logical id that a reference, an attribute or a joined text of either names first. */
export function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': joined } = value as Readonly<Record<string, unknown>>;
  if (typeof Ref === 'string') return Ref;
  if (Array.isArray(attribute)) return String(attribute[0]);
  const parts = Array.isArray(joined) ? (joined[1] as readonly unknown[]) : [];
  return parts.map(idOf).find((id) => id !== undefined && !id.startsWith('AWS::'));
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** Returns the statements of the policies that the stack gives the role of a function. */
export function statementsOfFunction(template: Template, functionId: string): readonly Statement[] {
  return statementsOfRole(template, idOf(template.Resources[functionId]?.Properties?.['Role']) ?? '');
}

export function statementsOfRole(template: Template, role: string): readonly Statement[] {
  return resourcesOf(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => (Properties?.['Roles'] as readonly unknown[]).some((each) => idOf(each) === role))
    .flatMap(([, { Properties }]) => valueAt(Properties, 'PolicyDocument.Statement') as readonly Statement[]);
}

export function allows(statements: readonly Statement[], action: string, resourceId: string): boolean {
  return statements.some(
    ({ Effect, Action, Resource }) =>
      Effect === 'Allow' &&
      [Action].flat().includes(action) &&
      [Resource].flat().some((resource) => idOf(resource) === resourceId),
  );
}
