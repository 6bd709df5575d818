/** The public settings of a stage. Each function parses them once from its environment. */
import type * as z from 'zod';
import { address, commaList, httpsAddress, orNone, text } from './parse-environment.ts';

export interface ServiceSettings {
  /** Without a trailing slash. Never taken from a request's Host header. */
  readonly baseUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly docsBaseUrl: string;
  readonly supportEmail: string;
  /** Linked in the footer of every public page, if the stage has them. */
  readonly legal?: LegalPages;
}

/** Pages of the company that runs the service. */
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
};

/** Additional variables of the functions that show public pages. */
export const legalVariables = { TERMS_URL: orNone(httpsAddress), PRIVACY_URL: orNone(httpsAddress) };

type ServiceVariables = z.output<z.ZodObject<typeof serviceVariables>>;

export function serviceSettings(variables: Omit<ServiceVariables, 'STAGE'>): ServiceSettings {
  return {
    baseUrl: variables.BASE_URL,
    allowedOrigins: variables.ALLOWED_ORIGINS,
    docsBaseUrl: variables.DOCS_BASE_URL,
    supportEmail: variables.SUPPORT_EMAIL,
  };
}

export function legalPages(variables: z.output<z.ZodObject<typeof legalVariables>>): LegalPages {
  return { terms: variables.TERMS_URL, privacy: variables.PRIVACY_URL };
}
