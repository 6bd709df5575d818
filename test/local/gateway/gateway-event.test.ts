import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { gatewayEvent } from '../../../local/gateway/gateway-event.ts';

function eventOf(url: string) {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url });
  return gatewayEvent(request, Buffer.alloc(0), '$default');
}

test.each([
  ['/docs/how%20to?q=%20', '/docs/how to'],
  ['/docs/%C3%A9', '/docs/é'],
  ['/a%2Fb', '/a/b'],
  ['/a%2520b', '/a%20b'],
  ['/100%', '/100%'],
])('the path of %s is passed on as %s, decoded once', (url, path) => {
  const { rawPath, requestContext } = eventOf(url);
  expect(rawPath).toBe(path);
  expect(requestContext.http.path).toBe(path);
});

test('the query is passed on unchanged', () => {
  expect(eventOf('/x?q=%20%3F').rawQueryString).toBe('q=%20%3F');
});
