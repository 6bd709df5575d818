/** The states of an enrichment request, apart from its steps: the HTTP API describes them at its start, and needs the steps for few requests. */
export const REQUEST_STATES = ['queued', 'researching', 'found', 'not_found', 'failed'] as const;
