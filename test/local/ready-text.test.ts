import { expect, test } from 'vitest';
import { readyText } from '../../local/ready-text.ts';

test('the ready text shows the commands that connect Claude Code, Codex and Gemini CLI, with the key filled in', () => {
  const live = {
    account_id: 'acc_x',
    client_id: 'cli_live_x',
    client_secret: 'sec_x',
    owner_email: 'owner@demo.example',
  };
  const service = {
    baseUrl: 'http://127.0.0.1:3000',
    folder: '.local',
    part: { manufacturer: 'M', partNumber: 'P' },
    month: false,
    quiet: false,
  };
  const text = readyText({ ...service, live });
  expect(text).toContain(`
# Claude Code
claude mcp add --transport http \\
  product-data \\
  http://127.0.0.1:3000/mcp \\
  --header \\
  "Authorization: Bearer cli_live_x:\\
sec_x"
`);
  expect(text).toContain(`
# Codex
export PRODUCT_DATA_KEY="cli_live_x:\\
sec_x"
codex mcp add product-data --url http://127.0.0.1:3000/mcp \\
  --bearer-token-env-var PRODUCT_DATA_KEY
`);
  expect(text).toContain(`
# Gemini CLI
gemini mcp add --scope user --transport http \\
  product-data http://127.0.0.1:3000/mcp \\
  --header "Authorization: Bearer cli_live_x:\\
sec_x"
`);
});

test('the ready text shows a call of the HTTP API to paste', () => {
  const live = {
    account_id: 'acc_x',
    client_id: 'cli_live_x',
    client_secret: 'sec_x',
    owner_email: 'owner@demo.example',
  };
  const part = { manufacturer: 'M & Sons', partNumber: 'P+1' };
  const text = readyText({
    baseUrl: 'http://127.0.0.1:3000',
    folder: '.local',
    live,
    part,
    month: false,
    quiet: false,
  });
  expect(text).toContain(`
curl -sG http://127.0.0.1:3000/v1/items/lookup \\
  -d 'manufacturer=M+%26+Sons&mpn=P%2B1' \\
  -H "Authorization: Bearer cli_live_x:\\
sec_x"
`);
});

test('the ready text fits 80 columns, and ends with the addresses', () => {
  const live = {
    account_id: 'acc_DemoGrowth',
    client_id: 'cli_live_DemoGrowth_0123456789',
    client_secret: `sec_${'x'.repeat(43)}`,
    owner_email: 'owner@demogrowth.example',
  };
  const part = { manufacturer: 'Brenholt Fastenings Inc.', partNumber: 'MS1001-B' };
  const service = { baseUrl: 'http://127.0.0.1:3000', folder: '.local', live, part };
  const text = readyText({ ...service, month: true, quiet: false });
  const long = text.split('\n').filter((line) => line.length > 80);
  expect(long).toEqual([]);
  expect(text).toContain("-H 'MCP-Protocol-Version: 2026-07-28'");
  expect(text).toContain('docs/operate/month.md with the account acc_DemoMonth0');
  expect(text.split('Ready: ')[1]).toMatch(
    /dashboard\s+http:\/\/127.0.0.1:3000\/dashboard, as owner@demogrowth.example\n\s+sample list.*\n\s+emails/,
  );
  expect(readyText({ ...service, month: false, quiet: true })).not.toMatch(/month.md|each call/);
});
