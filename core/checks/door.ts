/** The functions that callers depend on with every request; each is deployed by degrees. */
export const DOORS = ['mcp', 'v1', 'token'] as const;
export type Door = (typeof DOORS)[number];
