/** The functions that serve callers' requests; each is deployed gradually and checked. */
export const CHECKED_HANDLERS = ['mcp', 'v1', 'token'] as const;
export type CheckedHandler = (typeof CHECKED_HANDLERS)[number];
