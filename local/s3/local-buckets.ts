/**
 * Runs the template's buckets in an S3 emulator inside this process. Its objects are lost when the process ends and
 * must be uploaded again.
 */
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { buildApp } from 'fauxqs';
import type { LocalRights } from '../rights/local-rights.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../template/local-account.ts';
import { bucketArn } from '../template/resource-references.ts';

export interface LocalBuckets {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** @param rights decides which functions may read and put objects; if it is absent, all functions may */
export async function startLocalBuckets(names: readonly string[], rights?: LocalRights): Promise<LocalBuckets> {
  const app = buildApp({ logger: false, defaultRegion: LOCAL_REGION });
  app.addHook('preHandler', async (request, reply) => {
    const path = decodeURIComponent(new URL(request.url, 'http://local').pathname).slice(1);
    const needed = { action: actionOf(request.method), arn: bucketArn(path) };
    const refused = rights?.refuse(request.headers.authorization, [needed]);
    if (refused === undefined) return;
    const body = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
    await reply.status(403).header('content-type', 'application/xml').send(body);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const endpoint = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const client = new S3Client({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  for (const Bucket of names) await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
  return { endpoint, stop: async () => app.close() };
}

/** Returns the right for an operation on objects; any other operation is refused under its own name. */
function actionOf(method: string): string {
  return (
    { GET: 's3:GetObject', HEAD: 's3:GetObject', PUT: 's3:PutObject', DELETE: 's3:DeleteObject' }[method] ?? 's3:*'
  );
}
