/**
 * Measures `npm start` under load: the same server, with a separate folder and port, looks up one part repeatedly for
 * some seconds. Engine, gateway and functions share this machine's processors with the client.
 */
import autocannon from 'autocannon';
import { REGULATOR } from '../test/support/fixtures/item-records.ts';
import { toolCall } from '../test/support/service/mcp-service.ts';
import { startRunningService } from '../test/support/service/running-service.ts';

export interface HttpLoad {
  readonly seconds: number;
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly wrongAnswers: number;
}

export async function measureHttpLoad(seconds: number, connections: number): Promise<HttpLoad> {
  const service = await startRunningService();
  try {
    const part = { manufacturer: 'Norvane', part_number: REGULATOR.mpn };
    const { headers, body } = toolCall('lookup_part', part, `${service.clientId}:${service.clientSecret}`);
    const request = {
      url: `${service.baseUrl}/mcp`,
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    await autocannon({ ...request, connections, duration: 5 });
    const result = await autocannon({ ...request, connections, duration: seconds });
    return {
      seconds,
      connections,
      requestsPerSecond: result.requests.average,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
      wrongAnswers: result.non2xx + result.errors + result.timeouts,
    };
  } finally {
    await service.stop();
  }
}
