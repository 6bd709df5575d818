/** Folders without tests of their own, because they do little by themselves: the test that runs each of them. */
export const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'adapters/dynamodb/accounts-table': 'test/adapters/dynamodb/access/dynamo-administration-store.contract.test.ts',
  'adapters/mail': 'test/functions/notice-watch/emails-about-events.test.ts',
  'adapters/pages': 'test/functions/error-pages.test.ts',
  'core/api/tools/answers': 'test/functions/mcp/search-items.test.ts',
  'core/dashboard/request-log': 'test/adapters/dynamodb/dashboard/log-searches.contract.test.ts',
  'functions/dashboard/endpoints': 'test/functions/dashboard/page-interface.test.ts',
};
