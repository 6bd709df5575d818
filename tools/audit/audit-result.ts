/** What `npm audit --json` said: findings that stop a release, or that there was nothing to ask. */
import * as z from 'zod';

const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string(), isDirect: z.boolean() })),
});
const errorSchema = z.object({ error: z.object({ summary: z.string().optional(), code: z.string().optional() }) });
const messageSchema = z.object({ message: z.string() });

type AuditResult =
  | { readonly kind: 'clean' }
  | { readonly kind: 'found'; readonly lines: readonly string[] }
  | { readonly kind: 'not_asked'; readonly why: string };

/** @param said the standard output of `npm audit --json` */
export function auditResult(said: string): AuditResult {
  const parsed = jsonOf(said);
  const report = reportSchema.safeParse(parsed);
  if (report.success) {
    const lines = Object.entries(report.data.vulnerabilities).map(
      ([name, { severity, range, isDirect }]) => `${severity}: ${name} ${range}${isDirect ? ' (direct)' : ''}`,
    );
    return lines.length === 0 ? { kind: 'clean' } : { kind: 'found', lines };
  }
  const error = errorSchema.safeParse(parsed).data?.error;
  const message = messageSchema.safeParse(parsed).data?.message;
  const why = [error?.summary, message, error?.code].find((text) => text !== undefined && text !== '');
  return { kind: 'not_asked', why: why ?? 'it gave no report' };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
