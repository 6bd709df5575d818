/**
 * The frame of the pages that people see on the way from their assistant to the consent, and of errors: complete without a script, in no other page’s frame, with nothing from
 * elsewhere. Their forms go to this service, and the browser goes from there to the one place that the page names.
 */
import type { VNode } from 'preact';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { Centered } from '../../web/design/centered.tsx';
import { Document } from '../../web/design/document.tsx';
import { STYLE_PATH, writePage } from './write-page.ts';

export interface FramedPage {
  readonly status: number;
  readonly title: string;
  readonly content: VNode;
  /** A `form-action` source in addition to this service: where a form's answer leads. */
  readonly formAction?: string;
  readonly setCookie?: string;
}

export function pageAnswer({ status, title, content, formAction, setCookie }: FramedPage): HttpResponse {
  const page = (
    <Document title={`${title} – Product Data`} style={STYLE_PATH}>
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

interface HtmlAnswer extends Pick<FramedPage, 'status' | 'formAction' | 'setCookie'> {
  readonly page: VNode;
}

/** A whole page, under the same rules. */
export function htmlAnswer({ status, page, formAction, setCookie }: HtmlAnswer): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(formAction),
      'x-frame-options': 'DENY',
      // With no-referrer a form would come with `Origin: null`.
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      ...(setCookie !== undefined && { 'set-cookie': setCookie }),
    },
    body: writePage(page),
  };
}

function policyOf(formAction: string | undefined): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    `form-action 'self'${formAction === undefined ? '' : ` ${formAction}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The browser continues there with a GET, even after a POST. */
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
