/**
 * The icons, drawn in lines on a 16 × 16 grid, and the service's mark. They are decoration: the words next to
 * them say the same.
 */
import { useServiceName } from './service-name.ts';

const SHAPES = {
  check: 'm3 8.5 3.3 3.3L13 4.8',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  choose: 'm5 6 3-3 3 3M5 10l3 3 3-3',
  overview: 'M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z',
  requests: 'M2.5 4.5h7M2.5 8h11M2.5 11.5h5',
  catalogs: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  research: 'M6 2h4M6.7 2v4.2L2.9 12.6a.9.9 0 0 0 .8 1.4h8.6a.9.9 0 0 0 .8-1.4L9.3 6.2V2M4.6 10h6.8',
  key: 'M2.5 10.8a2.7 2.7 0 1 0 5.4 0 2.7 2.7 0 1 0-5.4 0m4.7-2 6-6M10.7 5.3l2 2M12.3 3.7l1.2 1.2',
  assistants: 'M5.5 2v3.5M10.5 2v3.5M3.5 5.5h9V8a4.5 4.5 0 0 1-9 0zM8 12.5V14',
  members:
    'M3.5 5.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M1.8 13.5c.3-2.4 2-3.8 4.2-3.8s3.9 1.4 4.2 3.8M10.7 3.3a2.4 2.4 0 0 1 0 4.5M12 9.9c1.4.5 2.2 1.8 2.4 3.6',
  settings: 'M2.6 12a6.2 6.2 0 1 1 10.8 0M8 9.5l2.6-3.2',
  trail: 'M2 8a6 6 0 1 0 12 0A6 6 0 1 0 2 8m6-3.5V8l2.4 1.6',
  statements: 'M4 1.8h5l3.5 3.5v8.9H4zM9 1.8v3.5h3.5M6 8.2h4.5M6 11h4.5',
  docs: 'M3 2.5h8.5A1.5 1.5 0 0 1 13 4v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13',
  'sign-out': 'M6 2.5H3.5v11H6M10 5l3 3-3 3M13 8H6.5',
  upload: 'M8 10.5v-8M4.7 5.5 8 2.2l3.3 3.3M2.5 10.5v2A1.5 1.5 0 0 0 4 14h8a1.5 1.5 0 0 0 1.5-1.5v-2',
  plus: 'M8 3v10M3 8h10',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  file: 'M4 1.8h5l3.5 3.5v8.9H4zM9 1.8v3.5h3.5',
  assistant: 'M8 2v3M8 11v3M2 8h3M11 8h3M4 4l1.6 1.6M10.4 10.4 12 12M12 4l-1.6 1.6M5.6 10.4 4 12',
  search: 'M2.5 7a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0m8 3.5 3 3',
  copy: 'M7 5.5h5A1.5 1.5 0 0 1 13.5 7v5a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 12V7A1.5 1.5 0 0 1 7 5.5zm3.5 0V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5',
  open: 'M6.5 3.5h-3v9h9v-3M9.5 2.5h4v4M13.5 2.5 7.5 8.5',
  next: 'm6 3.5 4.5 4.5L6 12.5',
  swap: 'M4.5 2.5 2 5l2.5 2.5M2 5h9.5M11.5 8.5 14 11l-2.5 2.5M14 11H4.5',
  download: 'M8 2.5v8M4.7 7.3 8 10.6l3.3-3.3M2.5 13.5h11',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a3.75 3.75 0 0 1 0 7.5H6',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  close: 'm4 4 8 8M12 4l-8 8',
  warning: 'M8 2.2 14.3 13.3H1.7zM8 6.5v3M8 11.4h.01',
  info: 'M2 8a6 6 0 1 0 12 0A6 6 0 1 0 2 8m6-.7v3.5M8 5.2h.01',
  card: 'M3.3 3.5h9.4a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5H3.3A1.5 1.5 0 0 1 1.8 11V5a1.5 1.5 0 0 1 1.5-1.5zm-1.5 3h12.4M4.3 10h2.5',
  mail: 'M3.5 3.5h9A1.5 1.5 0 0 1 14 5v6a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 11V5a1.5 1.5 0 0 1 1.5-1.5zm-1 1 5.5 4 5.5-4',
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  );
}

/** @param href undefined: the mark is not a link, as on a page that a third party opened */
export function Brand({ href }: { readonly href?: string | undefined }) {
  const name = useServiceName();
  const sign = (
    <>
      <img src="/dashboard/assets/mark.svg" alt="" width="24" height="24" />
      {name}
    </>
  );
  return href === undefined ? (
    <span class="brand">{sign}</span>
  ) : (
    <a class="brand" href={href}>
      {sign}
    </a>
  );
}
