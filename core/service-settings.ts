/** The public settings of a stage. Each function parses them once from its environment. */
import type * as z from 'zod/mini';
import { address, commaList, httpsAddress, orNone, text } from './parse-environment.ts';

export interface ServiceSettings {
  /** Without a trailing slash. Never taken from a request's Host header. */
  readonly baseUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly docsBaseUrl: string;
  readonly supportEmail: string;
  /** The name that people see: on pages, in emails, in documents, and in assistants. */
  readonly serviceName: string;
  /** External pages of the company that runs the service, instead of the service's own. */
  readonly legal?: LegalPages;
}

interface LegalPages {
  readonly terms: string | undefined;
  readonly privacy: string | undefined;
}

/** The environment variables of these settings, and the stage's name. */
export const serviceVariables = {
  STAGE: text,
  BASE_URL: address,
  ALLOWED_ORIGINS: commaList,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
  SERVICE_NAME: text,
};

/** Additional variables of the functions that show public pages. */
export const legalVariables = { TERMS_URL: orNone(httpsAddress), PRIVACY_URL: orNone(httpsAddress) };

type ServiceVariables = z.output<z.ZodMiniObject<typeof serviceVariables>>;

export function serviceSettings(variables: Omit<ServiceVariables, 'STAGE'>): ServiceSettings {
  return {
    baseUrl: variables.BASE_URL,
    allowedOrigins: variables.ALLOWED_ORIGINS,
    docsBaseUrl: variables.DOCS_BASE_URL,
    supportEmail: variables.SUPPORT_EMAIL,
    serviceName: variables.SERVICE_NAME,
  };
}

export function externalPages(variables: z.output<z.ZodMiniObject<typeof legalVariables>>): LegalPages {
  return { terms: variables.TERMS_URL, privacy: variables.PRIVACY_URL };
}

/** Returns the addresses that every public page links to. */
export function legalPages({ legal }: Pick<ServiceSettings, 'legal'>) {
  return { terms: legal?.terms ?? '/terms', privacy: legal?.privacy ?? '/privacy' };
}
