/** Mastra's agent over @mastra/mcp, as configured by default. Its tools carry the server's name. */
import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';
import { scriptedLanguageModel } from '../scripted-language-model.ts';

export async function converse({ url, authorization }, script) {
  const client = new MCPClient({
    servers: { product: { url: new URL(url), requestInit: { headers: { authorization } } } },
  });
  try {
    const tools = await client.listTools();
    const named = script.map(({ name, args }) => ({ name: `product_${name}`, args }));
    const model = scriptedLanguageModel('v2', named);
    const agent = new Agent({ id: 'script', name: 'script', instructions: 'Play the script.', model, tools });
    await agent.generate('Go.', { maxSteps: script.length + 1 });
    return model.given;
  } finally {
    await client.disconnect();
  }
}
