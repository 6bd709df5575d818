/**
 * The chain of research providers as an operator writes it into the stage's settings and the worker reads it from its environment: providers in
 * order, with their manufacturers and quotas. It contains names of secrets, never a secret.
 */
import * as z from 'zod';

/** The placeholders in a URL for the requested part number: as written, and in lower case. */
const PLACES = ['{number}', '{number:lower}'] as const;

/** @returns undefined for a part number that would escape from its place in the URL */
export function pageAddress(template: string, partNumber: string): URL | undefined {
  const number = partNumber.trim();
  // A segment of dots would leave the folder; all other special characters are escaped.
  if (number === '' || /^\.+$/.test(number)) return undefined;
  const written = number.toWellFormed();
  const address = template
    .replaceAll(PLACES[0], () => encodeURIComponent(written))
    .replaceAll(PLACES[1], () => encodeURIComponent(written.toLowerCase()));
  return URL.canParse(address) ? new URL(address) : undefined;
}

const pageTemplate = z
  .string()
  .max(500)
  .refine((template) => PLACES.some((place) => template.includes(place)), { error: `needs ${PLACES.join(' or ')}` })
  .refine((template) => isHttpsPage(template), { error: 'must be an https address with the number behind its host' });

function isHttpsPage(template: string): boolean {
  const [one, other] = ['a', 'b'].map((number) => httpsHost(pageAddress(template, number)));
  return one !== undefined && one === other;
}

function httpsHost(address: URL | undefined): string | undefined {
  const isPlain = address?.protocol === 'https:' && address.username === '' && address.password === '';
  return isPlain ? address.host : undefined;
}

/** The day on which the operator checked that the provider's terms allow this storage. Without it the provider is off. */
const termsReadOn = z.iso.date().optional();
const storing = z.enum(['facts', 'everything']).default('facts');
const secretName = z.string().regex(/^[A-Za-z0-9/_+=.@-]{1,200}$/, { error: 'must be the name of a secret' });

const shared = {
  /** The manufacturers, under any of their aliases, for which the provider is called; if empty, all of them. */
  manufacturers: z.array(z.string().min(1).max(200)).max(200).default([]),
  perDay: z.int().min(1).max(1_000_000),
  perMinute: z.int().min(1).max(10_000),
  /** Whether the provider also fills the fields that an earlier provider left empty. */
  fills: z.boolean().default(true),
  /** The provider's price of a request, in nano-USD, as the operator states it. */
  costNanoUsd: z.int().min(0).optional(),
};

const manufacturerPagesSchema = z.strictObject({
  manufacturer: z.string().min(1).max(200),
  /** `https://www.manufacturer.example/products/{number}`. */
  address: pageTemplate,
  termsReadOn,
  storing,
});

export const chainLinkSchema = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z.literal('icecat'),
    shopName: z.string().regex(/^[A-Za-z0-9._@-]{1,100}$/),
    language: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .default('EN'),
    /** The name of the secret with the API access token. */
    secretName,
    termsReadOn,
    storing,
    ...shared,
  }),
  z.strictObject({
    provider: z.literal('pages'),
    /** A URL where site owners read who sends the requests. */
    contact: z.url({ protocol: /^https?$/ }),
    pages: z.array(manufacturerPagesSchema).min(1).max(50),
    /** Requests per minute to one host. */
    hostPerMinute: z.int().min(1).max(60).default(6),
    ...shared,
  }),
  z.strictObject({
    provider: z.literal('http'),
    url: z.url({ protocol: /^https$/ }),
    secretName,
    termsReadOn,
    ...shared,
  }),
]);

export const chainSchema = z
  .array(chainLinkSchema)
  .min(1)
  .max(5)
  .refine((links) => new Set(links.map(({ provider }) => provider)).size === links.length, {
    error: 'names a provider twice',
  });

export type ChainLinkSettings = z.output<typeof chainLinkSchema>;
/** The settings as written: members with a default may be absent. */
export type ChainLinkInput = z.input<typeof chainLinkSchema>;
export type ManufacturerPages = z.output<typeof manufacturerPagesSchema>;
