/**
 * The rules of research once more, on stores in memory: what `npm run mutation` runs them on must pass and fail as the real ones do
 * (docs/decisions/0100-what-is-mutated.md).
 */
process.env.RESEARCH_STORES = 'memory';
await import('./request-and-research.test.ts');
await import('../../attacks/whose-research.test.ts');
await import('../../attacks/research-money.test.ts');
