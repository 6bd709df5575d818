/** OpenAI's Agents SDK, its runner and its MCP server over Streamable HTTP, as configured by default. */
import { Agent, MCPServerStreamableHttp, run, setTracingDisabled, Usage } from '@openai/agents';

export function scriptedModel(script) {
  setTracingDisabled(true);
  const given = [];
  return {
    given,
    async getResponse({ input }) {
      given.push(JSON.stringify(input));
      const turn = script[given.length - 1];
      const usage = new Usage();
      if (turn === undefined) {
        const content = [{ type: 'output_text', text: 'Done.' }];
        return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content }] };
      }
      const call = { type: 'function_call', callId: `call-${given.length}`, name: turn.name, status: 'completed' };
      return { usage, output: [{ ...call, arguments: JSON.stringify(turn.args) }] };
    },
    getStreamedResponse() {
      throw new Error('There is no streaming here.');
    },
  };
}

export async function converse({ url, authorization }, script) {
  const model = scriptedModel(script);
  const server = new MCPServerStreamableHttp({
    url,
    name: 'product-data',
    requestInit: { headers: { authorization } },
  });
  await server.connect();
  try {
    await run(new Agent({ name: 'script', model, mcpServers: [server] }), 'Go.', { maxTurns: script.length + 1 });
    return model.given;
  } finally {
    await server.close();
  }
}
