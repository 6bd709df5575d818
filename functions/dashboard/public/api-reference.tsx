/** Renders the reference of the HTTP API from its OpenAPI description. */
import type { ComponentChildren } from 'preact';
import { Cell, Row, RowHead, Table } from '../../../web/design/table.tsx';
import { numberText } from '../../../core/number-text.ts';

/** The part of docs/openapi.json that this page reads; a test checks that file against OpenAPI's schema. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Described & { readonly example?: string }>>;
    readonly responses: Readonly<Record<string, ErrorResponse>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

interface Described {
  readonly description: string;
}

interface Reference {
  readonly $ref: string;
}

interface Operation extends Described {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, Described | Reference>>;
  readonly 'x-codeSamples': readonly [{ readonly source: string; readonly 'x-status': number }];
}

interface Parameter extends Described {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface ErrorResponse extends Described {
  readonly content: {
    readonly 'application/json': {
      readonly schema: {
        readonly allOf: readonly [
          unknown,
          { properties: { errors: { items: { properties: { code: { enum: readonly string[] } } } } } },
        ];
      };
    };
  };
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** The answers to the sample requests, by the name of the operation. */
export type EndpointAnswers = Readonly<Record<string, { readonly status: number; readonly answer: unknown }>>;

interface Props {
  readonly document: OpenApiDocument;
}

interface Endpoint {
  readonly request: string;
  readonly operation: Operation;
}

function endpointsOf({ paths }: OpenApiDocument): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ request: `${method.toUpperCase()} ${path}`, operation })),
  );
}

export function ApiTable({ document }: Props) {
  return (
    <Table
      caption="Endpoints"
      look="endpoints"
      columns={[{ name: 'Request' }, { name: 'What it does' }, { name: 'Permission' }]}
      top
    >
      {endpointsOf(document).map(({ request, operation: { operationId, summary, security } }) => (
        <Row key={request}>
          <RowHead>
            <a href={`#${operationId}`}>
              <code>{request}</code>
            </a>
          </RowHead>
          <Cell name="What it does" full>
            {summary}
          </Cell>
          <Cell name="Permission">
            <code>{scopeOf(security)}</code>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function scopeOf([first = {}]: Operation['security']): string {
  return Object.values(first).flat().join(', ');
}

export function ApiEndpoints({ document, answers }: Props & { readonly answers: EndpointAnswers }) {
  return (
    <>
      {endpointsOf(document).map(({ request, operation }) => (
        <section key={request}>
          <h2 id={operation.operationId}>{operation.summary}</h2>
          <p>
            <code>{request}</code>
          </p>
          <p>{operation.description}</p>
          <Values operation={operation} document={document} />
          {operation['x-codeSamples'].map(({ source }) => (
            <>
              <p>The request</p>
              <pre tabIndex={0}>{source}</pre>
            </>
          ))}
          <Answer of={answers[operation.operationId]} />
          <p class="small muted">
            <a href="#answers">Statuses</a>: {listOf(Object.keys(operation.responses))}.
          </p>
        </section>
      ))}
    </>
  );
}

function Answer({ of }: { readonly of: EndpointAnswers[string] | undefined }) {
  if (of === undefined) return null;
  return (
    <>
      <p>answers {of.status} with</p>
      <pre tabIndex={0}>{JSON.stringify(of.answer, null, 2)}</pre>
    </>
  );
}

function listOf(statuses: readonly string[]): ComponentChildren {
  return statuses.filter((status) => status !== 'default').join(', ');
}

interface Value {
  readonly name: string;
  readonly place: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description: string;
}

function Values({ operation, document }: Props & { readonly operation: Operation }) {
  const values = [...parametersOf(operation, document), ...membersOf(operation)];
  if (values.length === 0) return null;
  return (
    <Table
      caption={`What ${operation.summary.toLowerCase()} takes`}
      columns={[{ name: 'Name' }, { name: 'Type' }, { name: 'Meaning' }]}
      top
    >
      {values.map(({ name, place, schema, isRequired, description }) => (
        <Row key={name}>
          <RowHead sub={[place, ...(isRequired ? ['required'] : [])].join(', ')}>
            <code>{name}</code>
          </RowHead>
          <Cell name="Type">{typeOf(schema)}</Cell>
          <Cell name="Meaning" full>
            {description} <Words of={schema} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** Shows the values that a property allows; for `fields`, which has many, a link to their list. */
function Words({ of }: { readonly of: Schema }) {
  const schema = of.items ?? of;
  if (schema.$ref !== undefined) return <a href={`#${FIELDS}`}>Names of fields</a>;
  return schema.enum === undefined ? null : <WordList words={schema.enum} />;
}

function WordList({ words }: { readonly words: readonly string[] }) {
  return (
    <>
      {words.map((word, index) => (
        <>
          {index > 0 && ', '}
          <code>{word}</code>
        </>
      ))}
      .
    </>
  );
}

const FIELDS = 'fields';

export function ApiFields({ document }: Props) {
  return (
    <>
      <h2 id={FIELDS}>Fields</h2>
      <p>
        An item has <code>id</code> and, where they are known and asked for,{' '}
        <WordList words={document.components.schemas['ItemField']?.enum ?? []} />
      </p>
    </>
  );
}

function parametersOf({ parameters = [] }: Operation, { components }: OpenApiDocument): readonly Value[] {
  return parameters.flatMap((one) => {
    const parameter = '$ref' in one ? components.parameters[lastOf(one.$ref)] : one;
    if (parameter === undefined) return [];
    const { name, in: place, schema, required: isRequired = false, description } = parameter;
    return [{ name, place, schema, isRequired, description }];
  });
}

/** Lists the members of the body and of its list's entries. */
function membersOf({ requestBody }: Operation): readonly Value[] {
  return requestBody === undefined ? [] : membersIn(requestBody.content['application/json'].schema, '');
}

function membersIn({ properties = {}, required = [] }: Schema, before: string): readonly Value[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    {
      name: `${before}${name}`,
      place: 'body',
      schema,
      isRequired: required.includes(name),
      description: schema.description ?? '',
    },
    ...(schema.items?.properties === undefined ? [] : membersIn(schema.items, `${before}${name}[].`)),
  ]);
}

/** Describes a type in a few words: `text, at most 120`, `list of words`. */
function typeOf(schema: Schema): string {
  if (schema.enum !== undefined || schema.$ref !== undefined) return 'word';
  const { minimum: least, maximum, maxLength, maxItems, type, items } = schema;
  const most = maximum ?? maxLength ?? maxItems;
  const bounds = [
    ...(least === undefined ? [] : [`from ${least}`]),
    ...(most === undefined ? [] : [`at most ${numberText(most)}`]),
  ];
  switch (type) {
    case 'array':
      return items?.properties === undefined ? `list of ${typeOf(items ?? {})}s` : ['list', ...bounds].join(', ');
    case 'string':
      return ['text', ...bounds].join(', ');
    default:
      return [String(type), ...bounds].join(', ');
  }
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Lists every status of any endpoint, with its meaning and its error codes. */
export function ApiStatuses({ document }: Props) {
  const found = new Map<string, Described | Reference>();
  for (const { operation } of endpointsOf(document))
    for (const [status, response] of Object.entries(operation.responses)) found.set(status, response);
  const rows = [...found].sort(([a], [b]) => a.localeCompare(b));
  return (
    <Table caption="Statuses" columns={[{ name: 'Status' }, { name: 'Meaning' }, { name: 'Code' }]} top>
      {rows.map(([status, response]) => {
        const error = '$ref' in response ? document.components.responses[lastOf(response.$ref)] : undefined;
        const words = error?.description ?? SERVED_WORDS[status] ?? '';
        return (
          <Row key={status}>
            <RowHead>{status === 'default' ? 'other' : status}</RowHead>
            <Cell name="Meaning" full>
              {words}
            </Cell>
            <Cell name="Code" full>
              {error === undefined ? '–' : <Codes of={error} />}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

/** The meanings of statuses without an error. */
const SERVED_WORDS: Readonly<Record<string, string>> = {
  200: 'Served.',
  202: 'Research is queued or under way. Retry-After says when to ask again.',
};

function Codes({ of }: { readonly of: ErrorResponse }) {
  const [, { properties }] = of.content['application/json'].schema.allOf;
  return (
    <>
      {properties.errors.items.properties.code.enum.map((code, index) => (
        <>
          {index > 0 && ', '}
          <a href={`/errors#${code}`}>{code}</a>
        </>
      ))}
    </>
  );
}

export function ApiHeaders({ document }: Props) {
  return (
    <Table caption="Headers of answers" columns={[{ name: 'Header' }, { name: 'Meaning' }, { name: 'Example' }]} top>
      {Object.entries(document.components.headers).map(([name, { description, example }]) => (
        <Row key={name}>
          <RowHead>
            <code>{name}</code>
          </RowHead>
          <Cell name="Meaning" full>
            {description}
          </Cell>
          <Cell name="Example">{example === undefined ? '–' : <code>{example}</code>}</Cell>
        </Row>
      ))}
    </Table>
  );
}
