/**
 * The frame of the pages that people see on the way from their assistant to the consent, and of errors: complete without a script, in no other page’s frame, with nothing from
 * elsewhere. Their forms go to this service, and the browser goes from there to the one place that the page names.
 */
import { createHash } from 'node:crypto';
import type { HttpResponse } from '../http/http-message.ts';
import { escapeHtml } from './escape-html.ts';

/** Beside what the customer's page looks like (web/style.css), and as little as these pages need. */
const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#fff,#14171a);--raised:light-dark(#f3f5f7,#1e2328);--ink:light-dark(#1a1d21,#e8eaed);--quiet:light-dark(#4c545c,#b0b8c0);--line:light-dark(#c9d0d6,#3c444c);--accent:light-dark(#0b57a4,#8fc4ff);--danger:light-dark(#a3121f,#ff9c9c)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0 1rem}
a{color:var(--accent)}
.brand{font-weight:700;margin:0}
.quiet,small{color:var(--quiet)}
small{display:block}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;background:var(--raised);border-radius:.5rem;padding:.75rem;margin:1rem 0}
dt{color:var(--quiet)}
dd{margin:0}
@media(max-width:26rem){dl{grid-template-columns:1fr}dt{margin-top:.25rem}}
.notice{border:2px solid var(--accent);border-radius:.5rem;padding:.5rem .75rem}
.refusal{border:2px solid var(--danger);border-radius:.5rem;padding:.5rem .75rem}
fieldset{border:1px solid var(--line);border-radius:.35rem;padding:.5rem .75rem;margin:1rem 0}
fieldset label{display:grid;grid-template-columns:1.75rem 1fr;padding:.3rem 0}
label{display:block}
button,input,select{font:inherit;color:inherit;min-height:2.75rem;padding:.25rem .9rem;border:1px solid var(--quiet);border-radius:.35rem;background:var(--paper);max-width:100%}
button{cursor:pointer;font-weight:600;border:2px solid var(--accent)}
input[type=email],select{width:100%}
input[type=checkbox]{min-height:0;width:1.25rem;height:1.25rem;margin:.15rem 0 0;padding:0}
.actions{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin:1rem 0}
.row{display:flex;gap:.5rem;align-items:end;flex-wrap:wrap}
.row>label{flex:1 1 12rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;
const STYLE_SHA256 = createHash('sha256').update(STYLE).digest('base64');

export interface FramedPage {
  readonly status: number;
  readonly title: string;
  /** HTML; what strangers wrote in it is escaped. */
  readonly content: string;
  /** A `form-action` source beside this service: where a form's answer leads. */
  readonly formAction?: string;
  readonly setCookie?: string;
}

export function pageAnswer({ status, title, content, formAction, setCookie }: FramedPage): HttpResponse {
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
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – Product Data</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand">Product Data</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`,
  };
}

function policyOf(formAction: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_SHA256}'`,
    `form-action 'self'${formAction === undefined ? '' : ` ${formAction}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Where the browser continues with a GET, whatever it sent. */
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
