/** Clients that the project does not depend on, fetched into node_modules/.cache at pinned versions. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/interop');
const PACKAGES = { '@modelcontextprotocol/inspector': '2.12.0', '@ai-sdk/mcp': '1.0.101' } as const;

/** @returns the folder that has them in its node_modules */
export function fetchClients(): string {
  mkdirSync(CACHE, { recursive: true });
  if (!existsSync(path.join(CACHE, 'package.json')))
    writeFileSync(path.join(CACHE, 'package.json'), '{"private":true}');
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '-E', ...wanted], {
    cwd: CACHE,
    stdio: 'inherit',
  });
  return CACHE;
}
