/** The AI SDK's agent loop over its own MCP client. */
import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, stepCountIs } from 'ai';
import { scriptedLanguageModel } from '../scripted-language-model.ts';

export function scriptedModel(script) {
  return scriptedLanguageModel('v4', script);
}

export async function converse({ url, authorization }, script) {
  const client = await createMCPClient({ transport: { type: 'http', url, headers: { authorization } } });
  try {
    const model = scriptedModel(script);
    await generateText({ model, tools: await client.tools(), prompt: 'Go.', stopWhen: stepCountIs(script.length + 1) });
    return model.given;
  } finally {
    await client.close();
  }
}
