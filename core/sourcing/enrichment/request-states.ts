/**
 * The states of an enrichment request, apart from its steps: the HTTP API describes them at its start, and needs the
 * steps for few requests.
 */
export const REQUEST_STATES = ['queued', 'researching', 'found', 'not_found', 'failed'] as const;

/** The words of commands for people, those of the page (web/views/sourcing/research.tsx). */
export const REQUEST_STATE_WORDS: Readonly<Record<(typeof REQUEST_STATES)[number], string>> = {
  queued: 'Open, waiting',
  researching: 'Open, being researched',
  found: 'Found',
  not_found: 'Not found',
  failed: 'Ended without a result',
};
