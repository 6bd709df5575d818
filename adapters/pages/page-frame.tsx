/**
 * The frame of the pages that people see between their assistant and the consent, and of error pages. The pages need no
 * script, load nothing from other hosts and cannot be framed. Their forms post to this service, which may redirect only
 * to the one place that the page names.
 */
import type { VNode } from 'preact';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { Centered } from '../../web/design/centered.tsx';
import { Document } from '../../web/design/document.tsx';
import { escapeHtml } from '../../core/http/escape-html.ts';
import type { ServiceSettings } from '../../core/service-settings.ts';
import { STYLE_PATH, writePage } from './write-page.ts';

/** The place of the service's name, which only the handler knows. */
const NAME_PLACE = '{{SERVICE_NAME}}';

interface FramedPage {
  readonly status: number;
  readonly title: string;
  readonly content: VNode;
  /** A `form-action` source in addition to this service, for redirects after a form. */
  readonly formAction?: string;
  readonly setCookie?: string;
}

export function pageAnswer({ status, title, content, formAction, setCookie }: FramedPage): HttpResponse {
  const page = (
    <Document title={title} serviceName={NAME_PLACE} style={STYLE_PATH}>
      <Centered title={title}>{content}</Centered>
    </Document>
  );
  return htmlAnswer({
    status,
    page,
    ...(formAction !== undefined && { formAction }),
    ...(setCookie !== undefined && { setCookie }),
  });
}

/** Writes the stage's name of the service into a page from `pageAnswer`. */
export function named(page: HttpResponse, { serviceName }: Pick<ServiceSettings, 'serviceName'>): HttpResponse {
  return { ...page, body: page.body.replaceAll(NAME_PLACE, () => escapeHtml(serviceName)) };
}

interface HtmlAnswer extends Pick<FramedPage, 'status' | 'formAction' | 'setCookie'> {
  readonly page: VNode;
  /** Whether a script of this service may run. */
  readonly hasScript?: boolean;
}

/** Answers with a whole page, under the same rules. */
export function htmlAnswer({ status, page, hasScript = false, formAction, setCookie }: HtmlAnswer): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(hasScript, formAction),
      'x-frame-options': 'DENY',
      // With no-referrer, browsers would send a form with `Origin: null`.
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      ...(setCookie !== undefined && { 'set-cookie': setCookie }),
    },
    body: writePage(page),
  };
}

function policyOf(hasScript: boolean, formAction: string | undefined): string {
  return [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'"] : []),
    "style-src 'self'",
    // The mark of the service.
    "img-src 'self'",
    `form-action 'self'${formAction === undefined ? '' : ` ${formAction}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Redirects; the browser continues with a GET, even after a POST. */
export function goTo(location: string, setCookie?: string): HttpResponse {
  return {
    status: 303,
    headers: {
      location,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...(setCookie !== undefined && { 'set-cookie': setCookie }),
    },
    body: '',
  };
}
