/**
 * Shows which assistant asks and what of it is verified. Everything except the host of its document is untrusted text.
 */
import type { AuthorizationRequest, OauthClient } from '../../core/access/oauth/oauth-client.ts';
import { isLoopbackRedirectUri } from '../../core/access/oauth/redirect-uri.ts';

export function WhoAsks({ request }: { readonly request: AuthorizationRequest }) {
  const { client, redirectUri } = request;
  const facts: readonly (readonly [string, string])[] = [
    ['Name', client.name],
    ['Address', addressOf(client)],
    ['Domain', client.verifiedDomain === undefined ? 'not verified' : `${client.verifiedDomain} (verified)`],
    ['Leads back to', placeOf(redirectUri)],
  ];
  const warning = warningOf(request);
  return (
    <>
      <dl class="cells">
        {facts.map(([term, fact]) => (
          <>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </>
        ))}
      </dl>
      {warning !== undefined && <p class="banner warn">{warning}</p>}
    </>
  );
}

function addressOf({ uri, clientId, source }: OauthClient): string {
  return uri ?? (source === 'metadata-document' ? clientId : 'not said');
}

function placeOf(redirectUri: string): string {
  if (isLoopbackRedirectUri(redirectUri)) return 'a program on this computer';
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' ? host : `the app of ${protocol}//`;
}

function warningOf({ client, redirectUri }: AuthorizationRequest): string | undefined {
  if (isLoopbackRedirectUri(redirectUri))
    return 'A program on this computer asks. Any program can use this name: allow it only if you have just started it yourself.';
  if (client.verifiedDomain === undefined)
    return 'Nobody has verified who this is. Allow it only if you have just come from there yourself.';
  return undefined;
}
