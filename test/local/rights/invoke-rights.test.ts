import { expect, test } from 'vitest';
import { InvokeRights } from '../../../local/rights/invoke-rights.ts';

const API = 'arn:aws:execute-api:us-east-1:000000000000:api';
const DEFAULT_ROUTE = `${API}/$default/$default`;
const POST_MCP = `${API}/$default/POST/mcp`;
const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:Mcp';
const permission = {
  Action: 'lambda:InvokeFunction',
  FunctionName: functionArn,
  Principal: 'apigateway.amazonaws.com',
  SourceArn: POST_MCP,
};

function mayInvoke(given: Partial<typeof permission>, sourceArn: string): boolean {
  const invocation = { principal: 'apigateway.amazonaws.com', sourceArn, functionArn } as const;
  return new InvokeRights([{ ...permission, ...given }]).mayInvoke(invocation);
}

test.each([
  ['the route itself', POST_MCP, POST_MCP],
  ['any method', `${API}/$default/*/mcp`, POST_MCP],
  ['any route with a path', `${API}/$default/*/*`, POST_MCP],
  ['the default route', DEFAULT_ROUTE, DEFAULT_ROUTE],
  ['everything of the API', `${API}/*`, DEFAULT_ROUTE],
])('a permission for %s lets the gateway invoke the function', (_, SourceArn, sourceArn) => {
  expect(mayInvoke({ SourceArn }, sourceArn)).toBe(true);
});

test.each([
  ['another path', `${API}/$default/POST/mcp2`, POST_MCP],
  ['another method', `${API}/$default/GET/mcp`, POST_MCP],
  ['another API', `${API}2/$default/POST/mcp`, POST_MCP],
  ['a method and path, which the default route lacks', `${API}/$default/*/*`, DEFAULT_ROUTE],
  ['a star that would have to match a colon', 'arn:aws:*/$default/POST/mcp', POST_MCP],
])('a permission for the route of %s does not', (_, SourceArn, sourceArn) => {
  expect(mayInvoke({ SourceArn }, sourceArn)).toBe(false);
});

test.each([
  ['another service', { Principal: 'events.amazonaws.com' }],
  ['another function', { FunctionName: `${functionArn}2` }],
  ['another action', { Action: 'lambda:GetFunction' }],
])('a permission for %s does not', (_, given) => {
  expect(mayInvoke(given, POST_MCP)).toBe(false);
});

test('a permission may name its function by name, and applies to every source if it names none', () => {
  const { SourceArn: _, ...anySource } = permission;
  const rights = new InvokeRights([{ ...anySource, FunctionName: 'Mcp' }]);
  expect(rights.mayInvoke({ principal: 'apigateway.amazonaws.com', sourceArn: POST_MCP, functionArn })).toBe(true);
});

test('a missing permission is reported with the function and the source', () => {
  const heard: string[] = [];
  const rights = new InvokeRights([permission], (name, sentence) => heard.push(`${name} ${sentence}`));
  rights.mayInvoke({ principal: 'apigateway.amazonaws.com', sourceArn: DEFAULT_ROUTE, functionArn });
  expect(heard).toEqual([`Mcp may not be invoked by apigateway.amazonaws.com for ${DEFAULT_ROUTE}: no permission`]);
});
