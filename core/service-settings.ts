/** What a stage says about itself to the world. Parsed once from the environment by each function. */
import type * as z from 'zod';
import { address, commaList, httpsAddress, orNone, text } from './parse-environment.ts';

export interface ServiceSettings {
  /** Without a trailing slash. Never taken from a request's Host header. */
  readonly baseUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly docsBaseUrl: string;
  readonly supportEmail: string;
  /** At the foot of every public page, where the stage names them. */
  readonly legal?: LegalPages;
}

/** Pages of the company that runs the service. */
interface LegalPages {
  readonly terms: string | undefined;
  readonly privacy: string | undefined;
}

/** The environment variables of these settings, with the name of the stage. */
export const serviceVariables = {
  STAGE: text,
  BASE_URL: address,
  ALLOWED_ORIGINS: commaList,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
};

/** Of the functions that show public pages. */
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
