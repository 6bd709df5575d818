/** Reads the small forms that a browser sends from the service's pages. */
import type { BrowserRequest, HttpResponse } from '../../core/http/http-message.ts';
import { pageAnswer } from '../../adapters/pages/page-frame.tsx';

const MAX_BODY_BYTES = 8_192;

/** Returns undefined for a form of another page: a browser sends its origin with every POST. */
export function readOwnForm(
  { headers, body }: BrowserRequest,
  { baseUrl }: { readonly baseUrl: string },
): URLSearchParams | undefined {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
  if (headers['origin'] !== baseUrl || !isForm || body.length > MAX_BODY_BYTES) return undefined;
  return new URLSearchParams(new TextDecoder().decode(body));
}

/**
 * Shown for an answer from another page, browser or session. It does not ask again, because someone else may have sent
 * the form.
 */
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
