/**
 * The official client with a minimal agent loop, which passes on what the protocol allows: the content, or the
 * structured content.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/**
 * @param {{ mode: 'legacy' | 'auto', shows: 'content' | 'structuredContent' }} options
 */
export async function converse({ url, authorization }, script, { mode, shows }) {
  const client = new Client({ name: 'script', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } }),
  );
  try {
    const messages = [{ role: 'user', content: 'Go.' }];
    const given = [JSON.stringify(messages)];
    for (const { name, args } of script) {
      const result = await client.callTool({ name, arguments: args });
      const shown = shows === 'content' || result.isError === true ? result.content : result.structuredContent;
      messages.push({ role: 'assistant', name, args }, { role: 'tool', content: shown });
      given.push(JSON.stringify(messages));
    }
    return given;
  } finally {
    await client.close();
  }
}
