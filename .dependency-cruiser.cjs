/** Which floor may import from which (docs/architecture.md#layers). `npm run check` enforces it. */

/**
 * The rooms of core/, ground floor first. A room imports from the floors below its own, and from none on its own floor or above. A room that is missing
 * here may import nothing.
 */
const FLOORS = [
  ['accounts', 'checks', 'http', 'part-keys'],
  ['auth', 'billing', 'manufacturers', 'mcp-message', 'table-files', 'words'],
  ['administration', 'items', 'rate-limit', 'refusals', 'request-log', 'statements'],
  ['lookup', 'payments', 'people'],
  ['catalogs', 'oauth', 'search'],
  ['assistants', 'catalog-import', 'enrichment', 'item-import'],
  ['mail', 'research', 'tools', 'uploads'],
  ['http-api', 'mcp'],
  ['front-door'],
  ['dashboard'],
];

const roomsOf = (floors) => floors.flat().join('|');

const floorRules = FLOORS.map((rooms, floor) => ({
  name: `floor-${floor}-imports-lower-floors`,
  comment: 'Rooms of core/ import from the floors below their own: FLOORS says which room is on which.',
  severity: 'error',
  from: { path: `^core/(${rooms.join('|')})/` },
  to: { path: `^core/(${roomsOf(FLOORS.slice(floor))})/`, pathNot: '^core/$1/' },
}));

module.exports = {
  forbidden: [
    ...floorRules,
    {
      name: 'every-room-has-a-floor',
      severity: 'error',
      from: { path: `^core/(?!(?:${roomsOf(FLOORS)})/)[^/]+/` },
      to: {},
    },
    {
      name: 'no-circles-of-files',
      comment: 'Types included: two files that need each other are one, or a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'root-of-core-imports-no-folder',
      comment: 'The files in core/ itself (results, money, errors, ids) are imported by all of its folders.',
      severity: 'error',
      from: { path: '^core/[^/]+\\.ts$' },
      to: { path: '^core/[^/]+/' },
    },
    {
      name: 'core-imports-core-only',
      comment: 'The core imports only itself, zod and jose, and of Node what only computes (crypto, zlib).',
      severity: 'error',
      from: { path: '^core/' },
      to: { pathNot: ['^core/', '^node_modules/(zod|jose)/', '^(node:)?(crypto|zlib)$'] },
    },
    {
      name: 'adapters-do-not-import-functions',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^functions/' },
    },
    {
      name: 'functions-do-not-import-each-other',
      severity: 'error',
      from: { path: '^functions/([^/]+)/' },
      to: { path: '^functions/', pathNot: '^functions/$1/' },
    },
    {
      name: 'functions-stay-inside',
      severity: 'error',
      from: { path: '^(functions|core|adapters)/' },
      to: { path: '^(bin|lib|local|test|bench|eval)/' },
    },
    {
      name: 'lib-takes-only-environment-types',
      severity: 'error',
      from: { path: '^lib/' },
      comment: 'And what a deploy reads with the functions’ own rules: addresses, ids, measured figures.',
      to: {
        path: '^(functions|core|adapters)/',
        pathNot:
          '^(functions/[^/]+/environment|core/(parse-environment|identifiers|front-door/measured-figures))\\.ts$',
      },
    },
    {
      name: 'lib-takes-types-only',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^functions/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-page-takes-types-only',
      comment:
        'What runs in a browser shares shapes with the functions, and of code only what imports nothing itself: names, money and CSV in one form everywhere.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^(functions|core|adapters|lib|local|bin)/',
        pathNot: '^core/(accounts/(audit-line|permissions|scopes)|catalogs/csv-text|money)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing-imports-the-page',
      severity: 'error',
      from: { pathNot: '^(web|test)/' },
      to: { path: '^web/', pathNot: '^web/design/' },
    },
    {
      name: 'only-pages-are-drawn-with-components',
      comment: 'The page of browsers and the pages without a script look alike because both are made of web/design.',
      severity: 'error',
      from: { pathNot: '^(web|test|adapters/pages|functions/(dashboard/public|authorization))/' },
      to: { path: '^web/design/' },
    },
    {
      name: 'components-stand-alone',
      comment: 'These components call nothing and import only preact.',
      severity: 'error',
      from: { path: '^web/design/' },
      to: { pathNot: ['^web/design/', '^node_modules/preact/'] },
    },
    {
      name: 'products-never-import-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'nothing-imports-the-eval',
      severity: 'error',
      from: { pathNot: '^(eval|test)/' },
      to: { path: '^eval/' },
    },
    {
      name: 'tests-import-no-bench',
      comment: 'What both need is in test/support/.',
      severity: 'error',
      from: { path: '^test/' },
      to: { path: '^bench/' },
    },
    {
      name: 'what-is-shared-imports-no-test',
      severity: 'error',
      from: { path: '^(bench|test/support)/' },
      to: { path: '^test/', pathNot: '^test/support/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
