/** The functions that callers depend on with every request; each is deployed by degrees. */
export const CHECKED_HANDLERS = ['mcp', 'v1', 'token'] as const;
export type CheckedHandler = (typeof CHECKED_HANDLERS)[number];
