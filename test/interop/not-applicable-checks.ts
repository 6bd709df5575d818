/**
 * The checks of the official conformance suite that cannot pass here, each with its reason. All others must pass:
 * conformance.test.ts fails if a check starts to fail, or if one listed here starts to pass or disappears.
 */

type Judged = '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

export interface NotApplicable {
  readonly reason: string;
  readonly protocolVersions: readonly Judged[];
  /** `<scenario> <check id>` */
  readonly checks: readonly string[];
}

/** The scenarios whose only check has the scenario's own name. */
function checksOfScenarios(...names: readonly string[]): readonly string[] {
  return names.map((name) => `${name} ${name}`);
}

const BEFORE_2026: readonly Judged[] = ['2025-06-18', '2025-11-25'];
const SINCE_JUNE_2025: readonly Judged[] = [...BEFORE_2026, '2026-07-28'];

export const NOT_APPLICABLE: readonly NotApplicable[] = [
  {
    reason: 'No prompts: tools are the only capability (docs/reference/behavior.md#what-the-service-is).',
    protocolVersions: SINCE_JUNE_2025,
    checks: checksOfScenarios(
      'prompts-list',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
    ),
  },
  {
    reason: 'No resources: tools are the only capability (docs/reference/behavior.md#what-the-service-is).',
    protocolVersions: SINCE_JUNE_2025,
    checks: checksOfScenarios(
      'resources-list',
      'resources-read-text',
      'resources-read-binary',
      'resources-templates-read',
    ),
  },
  {
    reason: 'No resources, so nothing to subscribe to.',
    protocolVersions: BEFORE_2026,
    checks: checksOfScenarios('resources-subscribe', 'resources-unsubscribe'),
  },
  {
    reason: 'No completions: they complete arguments of prompts and resource templates, and there are none.',
    protocolVersions: SINCE_JUNE_2025,
    checks: checksOfScenarios('completion-complete'),
  },
  {
    reason: 'No logging capability: logs go to the operator, not to the client.',
    protocolVersions: BEFORE_2026,
    checks: checksOfScenarios('logging-set-level', 'tools-call-with-logging'),
  },
  {
    reason: 'Needs a test tool of the suite (test_…), which a product server does not have.',
    protocolVersions: SINCE_JUNE_2025,
    checks: checksOfScenarios(
      'tools-call-simple-text',
      'tools-call-image',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-mixed-content',
      'tools-call-error',
      'tools-call-with-progress',
    ),
  },
  {
    reason: 'Needs a test tool of the suite that asks the client for something; this server never asks its client.',
    protocolVersions: BEFORE_2026,
    checks: checksOfScenarios('tools-call-sampling', 'tools-call-elicitation'),
  },
  {
    reason: 'Needs a test tool of the suite that asks the client for something; this server never asks its client.',
    protocolVersions: ['2025-11-25'],
    checks: [
      'elicitation-sep1034-defaults elicitation-sep1034-general',
      'elicitation-sep1330-enums elicitation-sep1330-general',
    ],
  },
  {
    reason: 'Needs a test tool of the suite whose schema exercises JSON Schema 2020-12 keywords.',
    protocolVersions: ['2025-11-25', '2026-07-28'],
    checks: ['json-schema-2020-12 json-schema-2020-12-tool-found'],
  },
  {
    reason:
      'No sessions: every request is independent (docs/reference/http.md). The suite notes that there is nothing to check.',
    protocolVersions: ['2025-03-26', ...BEFORE_2026],
    checks: ['server-session-lifecycle server-session-lifecycle-skipped'],
  },
  {
    reason: 'No sessions: there is no session id whose characters could be checked.',
    protocolVersions: BEFORE_2026,
    checks: ['server-initialize server-session-id-visible-ascii'],
  },
  {
    reason: 'No SSE streams: answers are plain JSON (docs/reference/http.md).',
    protocolVersions: ['2025-11-25'],
    checks: [
      'server-sse-polling server-sse-polling-session',
      'server-sse-polling outgoing-request',
      'server-sse-polling incoming-response',
      'server-sse-polling server-sse-content-type',
      'server-sse-multiple-streams server-sse-multiple-streams-session',
    ],
  },
  {
    reason: 'No SSE streams: the suite notes that parallel requests got JSON answers.',
    protocolVersions: ['2026-07-28'],
    checks: ['server-sse-multiple-streams server-sse-streams-functional'],
  },
  {
    reason:
      'No prompts and no resources whose lists could carry a cache hint; tools/list and server/discover carry theirs.',
    protocolVersions: ['2026-07-28'],
    checks: [
      'caching sep-2549-prompts-list-caching-hints',
      'caching sep-2549-resources-list-caching-hints',
      'caching sep-2549-resources-templates-list-caching-hints',
      'caching sep-2549-resources-read-caching-hints',
    ],
  },
  {
    reason: 'No resources: resources/read is an unknown method, not a resource that is missing.',
    protocolVersions: ['2026-07-28'],
    checks: ['sep-2164-resource-not-found sep-2164-error-code', 'sep-2164-resource-not-found sep-2164-data-uri'],
  },
  {
    reason: 'No tool mirrors an argument into a header (x-mcp-header).',
    protocolVersions: ['2026-07-28'],
    checks: [
      'http-custom-header-server-validation sep-2243-server-no-xmcp-tool',
      'http-custom-header-server-validation sep-2243-server-decode-base64',
      'http-custom-header-server-validation sep-2243-server-validate-param-match',
      'http-custom-header-server-validation sep-2243-server-reject-invalid-param-chars',
      'http-custom-header-server-validation sep-2243-server-reject-param-mismatch',
    ],
  },
  {
    reason: 'Needs a test tool of the suite whose result asks for input; no tool of this server does.',
    protocolVersions: ['2026-07-28'],
    checks: [
      'input-required-result-basic-elicitation sep-2322-elicitation-incomplete',
      'input-required-result-basic-list-roots sep-2322-list-roots-incomplete',
      'input-required-result-basic-sampling sep-2322-sampling-incomplete',
      'input-required-result-capability-check sep-2322-respect-client-capabilities',
      'input-required-result-ignore-extra-params sep-2322-ignore-unexpected-params',
      'input-required-result-missing-input-response sep-2322-missing-response-rerequests',
      'input-required-result-multi-round sep-2322-multi-round-r1',
      'input-required-result-multiple-input-requests sep-2322-multiple-inputs-incomplete',
      'input-required-result-non-tool-request sep-2322-non-tool-incomplete',
      'input-required-result-request-state sep-2322-request-state-incomplete',
      'input-required-result-result-type sep-2322-result-type-included',
      'input-required-result-tampered-state sep-2322-reject-tampered-state',
    ],
  },
  {
    reason: 'Needs a test tool of the suite (test_missing_capability, test_streaming_elicitation, test_logging_tool).',
    protocolVersions: ['2026-07-28'],
    checks: [
      'server-stateless sep-2575-server-rejects-undeclared-capability',
      'server-stateless sep-2575-missing-capability-http-400',
      'server-stateless sep-2575-http-server-no-independent-requests-on-stream',
      'server-stateless sep-2575-server-no-log-without-loglevel',
    ],
  },
  {
    reason: 'No subscriptions: the list of tools changes with a deployment only, and carries a cache hint instead.',
    protocolVersions: ['2026-07-28'],
    checks: [
      'server-stateless sep-2575-server-sends-subscription-ack',
      'server-stateless sep-2575-server-tags-subscription-id',
      'server-stateless sep-2575-server-honors-notification-filter',
      'server-stateless sep-2575-server-sends-prompts-list-changed-on-subscription',
      'server-stateless sep-2575-server-sends-tools-list-changed-on-subscription',
    ],
  },
];
