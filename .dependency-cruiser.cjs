/** Which floor may import from which (docs/architecture.md#layers). `npm run check` enforces it. */

/** The wings of core/, ground floor first. A wing imports from the floors below its own; rooms inside a wing import each other without cycles. */
const FLOORS = [['billing'], ['access', 'index'], ['catalogs'], ['sourcing'], ['api'], ['dashboard']];

const wingsOf = (floors) => floors.flat().join('|');

const floorRules = FLOORS.map((wings, floor) => ({
  name: `floor-${floor}-imports-lower-floors`,
  comment: 'Wings of core/ import from the floors below their own: FLOORS says which wing is on which.',
  severity: 'error',
  from: { path: `^core/(${wings.join('|')})/` },
  to: { path: `^core/(${wingsOf(FLOORS.slice(floor))})/`, pathNot: '^core/$1/' },
}));

module.exports = {
  forbidden: [
    ...floorRules,
    {
      name: 'every-wing-has-a-floor',
      comment: 'Beside the wings, core/ holds only what all of them use: its own files, http/ and checks/.',
      severity: 'error',
      from: { path: `^core/(?!(?:${wingsOf(FLOORS)}|http|checks)/)[^/]+/` },
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
      name: 'basics-import-no-wing',
      comment: 'The files in core/ itself (results, money, errors, ids), http/ and checks/ are imported by all wings.',
      severity: 'error',
      from: { path: '^core/(?:[^/]+\\.ts$|(?:http|checks)/)' },
      to: { path: `^core/(${wingsOf(FLOORS)})/` },
    },
    {
      name: 'core-imports-core-only',
      comment: 'The core imports only itself, zod and jose, and of Node what only computes (crypto, zlib).',
      severity: 'error',
      from: { path: '^core/' },
      to: { pathNot: ['^core/', '^node_modules/(zod|jose)/', '^(node:)?(crypto|zlib)$'] },
    },
    {
      name: 'functions-start-with-zod-mini',
      comment: 'zod itself is three times as large, and slower to start (docs/decisions/0024-cold-start.md).',
      severity: 'error',
      from: { path: '^(core|adapters|functions)/' },
      to: { path: '^node_modules/zod/', pathNot: '^node_modules/zod/(mini|v4/core)/' },
    },
    {
      name: 'stores-are-opened-in-one-place',
      comment:
        'adapters/dynamodb/open-stores.ts says which store lives in which table; others name a store only as a type.',
      severity: 'error',
      from: { pathNot: '^(adapters/dynamodb|test|bench)/' },
      to: { path: '^adapters/dynamodb/.+/dynamo-[^/]+$', dependencyTypesNot: ['type-only'] },
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
      to: { path: '^(bin|tools|lib|local|test|bench|eval)/' },
    },
    {
      name: 'lib-takes-only-environment-types',
      severity: 'error',
      from: { path: '^lib/' },
      comment:
        'And what a deploy reads with the functions’ own rules: addresses, ids, names and paths of pages and pictures, prices, measured figures.',
      to: {
        path: '^(functions|core|adapters)/',
        pathNot:
          '^(functions/[^/]+/environment|adapters/lambda-http/tool-environment|core/(parse-environment|identifiers|money|service-face|api/front-door/(measured-figures|public-page-paths)))\\.ts$',
      },
    },
    {
      name: 'lib-takes-types-only',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(functions|adapters)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-page-takes-types-only',
      comment:
        'What runs in a browser shares shapes with the functions, and of code only what imports nothing itself: names, money and CSV in one form everywhere.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^(functions|core|adapters|lib|local|bin|tools)/',
        pathNot:
          '^core/(billing/(meter/budget-reach|accounts/(audit-line|scopes))|access/auth/permissions|dashboard/views/change-labels|catalogs/rows/outcome-labels|csv-text|money)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-owners-and-operators-set-budgets',
      comment: 'Nothing that a key or a sign-in can call changes a budget, its own least of all.',
      severity: 'error',
      from: { pathNot: '^(functions/dashboard/endpoints|bin/admin|test)/' },
      to: { path: '^core/access/administration/administer-budgets\\.ts$' },
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
      name: 'products-never-import-tools',
      comment: 'Programs of developers: checks, generators of documents and data.',
      severity: 'error',
      from: { pathNot: '^(tools|test|bench|eval)/' },
      to: { path: '^tools/' },
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
