/** Which floor may import from which (docs/decisions/0001-floors.md). `npm run check` enforces it. */
module.exports = {
  forbidden: [
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
      comment: 'The files beside the folders of the core (results, money, errors, ids) are what all of them stand on.',
      severity: 'error',
      from: { path: '^functions/core/[^/]+\\.ts$' },
      to: { path: '^functions/core/[^/]+/' },
    },
    {
      name: 'core-imports-core-only',
      comment: 'The core imports only itself, zod and jose, and of Node what only computes (crypto, zlib).',
      severity: 'error',
      from: { path: '^functions/core/' },
      to: { pathNot: ['^functions/core/', '^node_modules/(zod|jose)/', '^(node:)?(crypto|zlib)$'] },
    },
    {
      name: 'adapters-do-not-import-functions',
      severity: 'error',
      from: { path: '^functions/adapters/' },
      to: { path: '^functions/(?!core/|adapters/)' },
    },
    {
      name: 'functions-do-not-import-each-other',
      severity: 'error',
      from: { path: '^functions/(?!core/|adapters/)([^/]+)/' },
      to: { path: '^functions/(?!core/|adapters/)', pathNot: '^functions/$1/' },
    },
    {
      name: 'functions-stay-inside',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(bin|lib|local|test|bench)/' },
    },
    {
      name: 'lib-takes-only-environment-types',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^functions/', pathNot: '^functions/[^/]+/environment\\.ts$' },
    },
    {
      name: 'lib-takes-types-only',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^functions/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-page-takes-types-only',
      comment: 'What runs in a browser shares shapes with the functions, and no code.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(functions|lib|local|bin)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-the-page',
      severity: 'error',
      from: { pathNot: '^(web|test)/' },
      to: { path: '^web/' },
    },
    {
      name: 'products-never-import-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
