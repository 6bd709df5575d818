/**
 * The chain of research providers as an operator writes it into the stage's settings and the worker reads it from its
 * environment: providers in order, with their manufacturers and quotas. It contains names of secrets, never a secret.
 */
import * as z from 'zod/mini';

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

const pageTemplate = z.string().check(
  z.maxLength(500),
  z.refine((template) => PLACES.some((place) => template.includes(place)), { error: `needs ${PLACES.join(' or ')}` }),
  z.refine((template) => isHttpsPage(template), { error: 'must be an https address with the number behind its host' }),
);

function isHttpsPage(template: string): boolean {
  const [one, other] = ['a', 'b'].map((number) => httpsHost(pageAddress(template, number)));
  return one !== undefined && one === other;
}

function httpsHost(address: URL | undefined): string | undefined {
  const isPlain = address?.protocol === 'https:' && address.username === '' && address.password === '';
  return isPlain ? address.host : undefined;
}

/**
 * The day on which the operator checked that the provider's terms allow this storage. Without it the provider is off.
 */
const termsReadOn = z.optional(z.iso.date());
const storing = z._default(z.enum(['facts', 'everything']), 'facts');
const secretName = z.string().check(z.regex(/^[A-Za-z0-9/_+=.@-]{1,200}$/, { error: 'must be the name of a secret' }));

const shared = {
  /** The manufacturers, under any of their aliases, for which the provider is called; if empty, all of them. */
  manufacturers: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(200)), []),
  perDay: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  perMinute: z.int().check(z.minimum(1), z.maximum(10_000)),
  /** Whether the provider also fills the fields that an earlier provider left empty. */
  fills: z._default(z.boolean(), true),
  /** The provider's price of a request, in nano-USD, as the operator states it. */
  costNanoUsd: z.optional(z.int().check(z.minimum(0))),
};

const manufacturerPagesSchema = z.strictObject({
  manufacturer: z.string().check(z.minLength(1), z.maxLength(200)),
  /** `https://www.manufacturer.example/products/{number}`. */
  address: pageTemplate,
  termsReadOn,
  storing,
});

export const chainLinkSchema = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z.literal('icecat'),
    shopName: z.string().check(z.regex(/^[A-Za-z0-9._@-]{1,100}$/)),
    language: z._default(z.string().check(z.regex(/^[A-Z]{2}$/)), 'EN'),
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
    pages: z.array(manufacturerPagesSchema).check(z.minLength(1), z.maxLength(50)),
    /** Requests per minute to one host. */
    hostPerMinute: z._default(z.int().check(z.minimum(1), z.maximum(60)), 6),
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

export const chainSchema = z.array(chainLinkSchema).check(
  z.minLength(1),
  z.maxLength(5),
  z.refine((links) => new Set(links.map(({ provider }) => provider)).size === links.length, {
    error: 'names a provider twice',
  }),
);

export type ChainLinkSettings = z.output<typeof chainLinkSchema>;
/** The settings as written: members with a default may be absent. */
export type ChainLinkInput = z.input<typeof chainLinkSchema>;
export type ManufacturerPages = z.output<typeof manufacturerPagesSchema>;
