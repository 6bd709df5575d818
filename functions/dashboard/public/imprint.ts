/** Fills in what the privacy and terms pages say about a stage. The values are the stage's settings, escaped. */
import { escapeHtml } from '../../../core/http/escape-html.ts';
import type { DashboardSettings } from '../dashboard-settings.ts';

export function imprintPlaceholders(settings: DashboardSettings): Readonly<Record<string, () => string>> {
  const { owner, logRetentionDays, research, region } = settings.imprint;
  const name = escapeHtml(settings.serviceName);
  return {
    OWNER: () =>
      owner === undefined
        ? `<p class="banner warn"><span class="banner-text">This stage names no company that runs it: the text below describes the software, and nobody has adopted it yet.</span></p>`
        : `<p>${name} is run by ${escapeHtml(owner)}, who answers for this page. Write to <a href="mailto:${escapeHtml(settings.supportEmail)}">${escapeHtml(settings.supportEmail)}</a>.</p>`,
    LOG_RETENTION_DAYS: () => String(logRetentionDays),
    RESEARCH_PROVIDERS: () =>
      research.length === 0
        ? 'nobody at present'
        : research.map((host) => `<code>${escapeHtml(host)}</code>`).join(', '),
    REGION: () =>
      region === undefined
        ? ''
        : `Everything is stored in one region of Amazon Web Services, <code>${escapeHtml(region)}</code>, encrypted.`,
  };
}
