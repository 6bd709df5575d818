/** What a stage says about itself to the world. Parsed once from the environment by each function. */
import type * as z from 'zod';
import { address, commaList, text } from './parse-environment.ts';

export interface ServiceSettings {
  /** Without a trailing slash. Never taken from a request's Host header. */
  readonly baseUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly docsBaseUrl: string;
  readonly supportEmail: string;
}

/** The variables that hold them, with the name of the stage. */
export const serviceVariables = {
  STAGE: text,
  BASE_URL: address,
  ALLOWED_ORIGINS: commaList,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
};

type ServiceVariables = z.output<z.ZodObject<typeof serviceVariables>>;

export function serviceSettings(variables: Omit<ServiceVariables, 'STAGE'>): ServiceSettings {
  return {
    baseUrl: variables.BASE_URL,
    allowedOrigins: variables.ALLOWED_ORIGINS,
    docsBaseUrl: variables.DOCS_BASE_URL,
    supportEmail: variables.SUPPORT_EMAIL,
  };
}
