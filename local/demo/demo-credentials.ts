/** The content of `.local/credentials.json`: the service's address, and the credentials of every demo key. */
import * as z from 'zod';
import { DEMO_KEYS, type DemoKeyName } from './demo-keys.ts';

const credentialSchema = z.object({ account_id: z.string(), client_id: z.string(), client_secret: z.string() });
/** `owner_email` signs in to the dashboard of the key's account. */
export type DemoCredential = z.infer<typeof credentialSchema> & { readonly owner_email: string };

export type DemoCredentials = { readonly base_url: string } & Readonly<Record<DemoKeyName, DemoCredential>>;

/**
 * Reads the file back. Entries that are not credentials are ignored, because another version may have written the file.
 */
export const knownCredentialsSchema = z
  .record(z.string(), z.unknown())
  .transform((entries): Partial<Record<DemoKeyName, z.infer<typeof credentialSchema>>> =>
    Object.fromEntries(
      DEMO_KEYS.flatMap(({ name }) => {
        const credential = credentialSchema.safeParse(entries[name]);
        return credential.success ? [[name, credential.data] as const] : [];
      }),
    ),
  );

export type KnownCredentials = z.output<typeof knownCredentialsSchema>;
