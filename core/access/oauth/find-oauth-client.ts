/** Finds a client by its id, which is the URL of a metadata document or the id of a stored registration. */
import { fail, succeed, type Result } from '../../result.ts';
import { documentUrl } from './client-document.ts';
import type { ClientDocuments } from './client-documents.ts';
import type { OauthClient, OauthClientRefusal } from './oauth-client.ts';
import { isRegisteredId, type RegisteredClientStore } from './registered-clients.ts';

interface OauthClientSources {
  readonly registered: RegisteredClientStore;
  readonly documents: Pick<ClientDocuments, 'read'>;
  /** Also allows http documents of this machine; only in a local run. */
  readonly loopbackDocuments: boolean;
}

export async function findOauthClient(
  { registered, documents, loopbackDocuments }: OauthClientSources,
  clientId: string,
  nowMs: number,
): Promise<Result<OauthClient, OauthClientRefusal>> {
  const url = documentUrl(clientId, loopbackDocuments);
  if (url !== undefined) return documents.read(url, nowMs);
  const found = isRegisteredId(clientId) ? await registered.readClient(clientId) : undefined;
  return found !== undefined && nowMs < found.expiresAtMs ? succeed(found.client) : fail({ kind: 'unknown_client' });
}
