/**
 * How the service looks to people: the name of a stage that sets none, what the service does, and the paths of its
 * pictures.
 */

/** A stage may have its own (lib/settings/stage-settings.ts). */
export const OUR_NAME = 'Product Data';

/** At most 100 characters, the limit of the registry and the server card. */
export const SERVICE_DESCRIPTION =
  'Look up products by part number or barcode, search them, and ask for research of unknown parts.';

export const FACE_PATHS = {
  /** Scales to every size, and adapts to dark backgrounds. */
  mark: '/dashboard/assets/mark.svg',
  /** Square, 512 pixels: for assistants and directories. */
  picture: '/dashboard/assets/mark-512.png',
  /** 1200 × 630 pixels: what messengers show with a link. */
  preview: '/dashboard/assets/preview.png',
  // Browsers and Apple's devices ask for these without being told.
  favicon: '/favicon.ico',
  appleTouchIcon: '/apple-touch-icon.png',
} as const;

/** How documents name the icons (SEP-973): PNG first, because every client that shows icons must support it. */
export function iconsOf(baseUrl: string) {
  return [
    { src: `${baseUrl}${FACE_PATHS.picture}`, mimeType: 'image/png', sizes: ['512x512'] },
    { src: `${baseUrl}${FACE_PATHS.mark}`, mimeType: 'image/svg+xml', sizes: ['any'] },
  ] as const;
}
