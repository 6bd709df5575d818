/** Folders without tests of their own, because they do little by themselves: the test that runs each of them. */
export const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'adapters/dynamodb/accounts-table': 'test/adapters/dynamodb/access/dynamo-administration-store.contract.test.ts',
  'adapters/mail': 'test/functions/notice-watch/emails-about-events.test.ts',
  'adapters/pages': 'test/functions/error-pages.test.ts',
  'functions/dashboard/endpoints': 'test/functions/dashboard/page-interface.test.ts',
};

/** Large files of core/ without tests of their name: those that run each of them. */
export const FILES_TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'core/api/http-api/read-call.ts': 'test/functions/v1/wire.test.ts',
  'core/api/tools/answers/search-answer.ts': 'test/functions/mcp/search-items.test.ts',
  'core/api/tools/input-error.ts': 'test/core/api/tools/define-tool.test.ts',
  'core/catalogs/files/prepared-file.ts': 'test/core/catalogs/import/import-file.test.ts',
  'core/catalogs/import/correct-row.ts': 'test/core/catalogs/import/undo-decision.test.ts',
  'core/catalogs/import/explain-misses.ts': 'test/core/catalogs/import/match-rows.test.ts',
  'core/catalogs/import/read-again.ts': 'test/core/catalogs/import/messy-list.test.ts',
  'core/catalogs/import/rematch-uses.ts': 'test/functions/dashboard/remembered-matches.test.ts',
  'core/catalogs/rows/catalog-store.ts': 'test/adapters/dynamodb/catalogs/dynamo-catalog-store.contract.test.ts',
  'core/catalogs/rows/catalog.ts': 'test/adapters/dynamodb/catalogs/dynamo-catalog-store.contract.test.ts',
  'core/catalogs/rows/list-row-group.ts': 'test/functions/dashboard/decisions.test.ts',
  'core/dashboard/views/catalog-data.ts': 'test/functions/dashboard/decisions.test.ts',
  'core/dashboard/views/learned-data.ts': 'test/functions/dashboard/remembered-matches.test.ts',
  'core/index/search/search-message.ts': 'test/functions/mcp/search-items.test.ts',
  'core/index/search/start-search.ts': 'test/core/index/search/finish-search.test.ts',
};
