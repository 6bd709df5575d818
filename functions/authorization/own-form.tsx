/** Forms of these pages: sent by a browser from this service's own pages, and small. */
import type { BrowserRequest, HttpResponse } from '../../core/http/http-message.ts';
import { pageAnswer } from '../../adapters/pages/page-frame.tsx';

const MAX_BODY_BYTES = 8_192;

/** Undefined for a form of another page: a browser says with every POST where it comes from. */
export function readOwnForm(
  { headers, body }: BrowserRequest,
  { baseUrl }: { readonly baseUrl: string },
): URLSearchParams | undefined {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
  if (headers['origin'] !== baseUrl || !isForm || body.length > MAX_BODY_BYTES) return undefined;
  return new URLSearchParams(new TextDecoder().decode(body));
}

/** An answer that is not this page's, this browser's or this session's. It asks nothing again: the sender may not be the person who reads this. */
export function notFromHere(): HttpResponse {
  return pageAnswer({
    status: 403,
    title: 'This answer does not count',
    content: (
      <p>
        It was not given on this page, in this browser, while you were signed in. Nothing was allowed. Connect again
        from your assistant.
      </p>
    ),
  });
}
