/** What `.local/credentials.json` holds: where the service is, and the credentials of every demo key. */
import * as z from 'zod';
import { DEMO_KEYS, type DemoKeyName } from './demo-keys.ts';

const credentialSchema = z.object({ account_id: z.string(), client_id: z.string(), client_secret: z.string() });
export type DemoCredential = z.infer<typeof credentialSchema>;

export type DemoCredentials = { readonly base_url: string } & Readonly<Record<DemoKeyName, DemoCredential>>;

/** For reading the file back: every key may be missing, for the file may be of an older version. */
export const knownCredentialsSchema = z
  .partialRecord(
    z.enum(DEMO_KEYS.map(({ name }) => name) as [DemoKeyName, ...DemoKeyName[]]).or(z.literal('base_url')),
    z.unknown(),
  )
  .transform(
    (known) =>
      Object.fromEntries(
        Object.entries(known).flatMap(([name, value]) => {
          const credential = credentialSchema.safeParse(value);
          return credential.success ? [[name, credential.data] as const] : [];
        }),
      ) as Partial<Record<DemoKeyName, DemoCredential>>,
  );

export type KnownCredentials = z.output<typeof knownCredentialsSchema>;
