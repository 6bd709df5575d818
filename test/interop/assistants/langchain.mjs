/** LangChain's agent (createAgent) over @langchain/mcp-adapters, as configured by default. */
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { createAgent } from 'langchain';

class ScriptedChatModel extends BaseChatModel {
  given = [];
  script;

  constructor(script) {
    super({});
    this.script = script;
  }

  _llmType() {
    return 'script';
  }

  bindTools() {
    return this;
  }

  async _generate(messages) {
    // A provider gets only the content of a message; an artifact does not reach the model.
    this.given.push(JSON.stringify(messages.map(({ type, content }) => ({ type, content }))));
    const turn = this.script[this.given.length - 1];
    const calls = turn === undefined ? [] : [{ id: `call-${this.given.length}`, name: turn.name, args: turn.args }];
    const message = new AIMessage({ content: turn === undefined ? 'Done.' : '', tool_calls: calls });
    return { generations: [{ text: '', message }] };
  }
}

export function scriptedModel(script) {
  return new ScriptedChatModel(script);
}

export async function converse({ url, authorization }, script) {
  const mcpServers = { product: { transport: 'http', url, headers: { authorization } } };
  const client = new MultiServerMCPClient({ mcpServers });
  try {
    const model = scriptedModel(script);
    const agent = createAgent({ model, tools: await client.getTools() });
    await agent.invoke({ messages: [{ role: 'user', content: 'Go.' }] }, { recursionLimit: 4 * script.length + 10 });
    return model.given;
  } finally {
    await client.close();
  }
}
