// Judges the service with the official TypeScript client: prints one JSON line for each step. Arguments: URL,
// Authorization, client id, secret.
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [base, authorization, clientId, clientSecret] = process.argv.slice(2);

async function connect(options) {
  const client = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), options));
  return client;
}

async function names(client) {
  return (await client.listTools()).tools.map(({ name }) => name);
}

function show(step, value) {
  console.log(JSON.stringify({ step, value }));
}

const client = await connect({ requestInit: { headers: { authorization } } });
show('version', client.getNegotiatedProtocolVersion());
show('tools', await names(client));
for (const { step, name, arguments: given } of JSON.parse(process.env.CALLS)) {
  const { isError = false, structuredContent = null, content } = await client.callTool({ name, arguments: given });
  show(step, { isError, structured: structuredContent, text: content.map(({ text }) => text).join('') });
}
await client.close();
const authProvider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: base });
const signedIn = await connect({ authProvider });
show('with an access token', await names(signedIn));
await signedIn.close();
