/**
 * Resolves the CloudFormation functions that the stack uses in a template's values. Any other function is an error,
 * never a guess.
 */
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from './local-account.ts';

/** The values by which a template refers to a resource: `Ref`, and those of `Fn::GetAtt`. */
export interface References {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export type Resolve = (value: unknown) => unknown;

const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::AccountId': LOCAL_ACCOUNT_ID,
  'AWS::Region': LOCAL_REGION,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'product-data-local',
};

/** Returns a function that resolves any value of the template. */
export function resolver(references: ReadonlyMap<string, References>): Resolve {
  const resolve: Resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [first] = entries;
    if (entries.length === 1 && first !== undefined && isFunction(first[0])) return call(first[0], first[1]);
    return Object.fromEntries(entries.map(([name, member]) => [name, resolve(member)]));
  };

  function call(name: string, argument: unknown): unknown {
    if (name === 'Ref') return ref(argument as string);
    if (name === 'Fn::GetAtt') return attribute(...(argument as [string, string]));
    if (name === 'Fn::Sub' && typeof argument === 'string') {
      return argument.replaceAll(/\$\{([\w:]+)(?:\.(\w+))?\}/g, (_, id: string, member?: string) =>
        member === undefined ? ref(id) : attribute(id, member),
      );
    }
    if (name === 'Fn::Join') {
      const [separator, parts] = argument as [string, unknown[]];
      return parts.map(resolve).join(separator);
    }
    throw new Error(`The local run cannot resolve ${name}; local/template/resolve-value.ts says which it can.`);
  }

  function ref(id: string): string {
    return PSEUDO_PARAMETERS[id] ?? lookUp(id).ref;
  }

  function attribute(id: string, name: string): string {
    const value = lookUp(id).attributes[name];
    if (value === undefined) throw new Error(`The local run knows no attribute ${name} of ${id}.`);
    return value;
  }

  function lookUp(id: string): References {
    const found = references.get(id);
    if (found === undefined) throw new Error(`The local run knows nothing that could be referred to as ${id}.`);
    return found;
  }

  return resolve;
}

function isFunction(name: string): boolean {
  return name === 'Ref' || name.startsWith('Fn::');
}
