/** The phrases that the glossary (docs/glossary.md) forbids, each with a replacement. */

export interface RefusedPhrase {
  readonly pattern: RegExp;
  readonly write: string;
}

export const REFUSED_PHRASES: readonly RefusedPhrase[] = [
  { pattern: /\bof ours\b/i, write: 'the service’s, or nothing' },
  { pattern: /\b(?:in|of|with) our own\b/i, write: 'the service’s, or nothing' },
  { pattern: /\bwhatever is no\b/i, write: '"unless it is …"' },
  { pattern: /\bas a rule\b/i, write: '"usually"' },
  { pattern: /\bhow many-th\b/i, write: '"number of …"' },
  { pattern: /\bsome (?=\d)/i, write: '"about"' },
  { pattern: /\b(?:is|are|was|were|who|nobody) woken\b/i, write: '"is paged"' },
  { pattern: /\bstands in (?!for\b|the way\b|its way\b|their way\b)/i, write: '"is in", "appears in"' },
  { pattern: /\bgoes by\b/i, write: '"uses"' },
  { pattern: /\b(?:comes|come|came) again\b/i, write: '"is retried", "is delivered again"' },
  { pattern: /\b(?:only|learns?|tells?) who (?:holds|names)\b/i, write: '"only a caller that …"' },
  { pattern: /\bis no (?:JSON|number|date|row|table|address|list)\b/i, write: '"is not a …", "is not valid …"' },
  { pattern: /\bthe words of money\b/i, write: '"billing"' },
  { pattern: /\bat once\b/i, write: '"immediately" or "concurrently"' },
  { pattern: /\bstands for\b/i, write: '"means", "replaces"' },
  { pattern: /\bas it stands\b/i, write: '"as it is"' },
  { pattern: /\bstands? still\b/i, write: '"stops"' },
  { pattern: /\bis told (?:so|why|which|what)\b/i, write: '"learns …", "is reported"' },
  {
    pattern: /(?:^|[^e]) (?:is|are) no (?:error|member|text|key|owner|assistants|part of|field|object)\b/i,
    write: '"is not a …"',
  },
  { pattern: /ledgers?\b/i, write: '"store"' },
  { pattern: /\b[A-Z]\w*Director(?:y|ies)\b/, write: '"…Store", "…Stores"' },
  { pattern: /\b(?<!front[- ])doors?\b/i, write: '"handler"' },
  {
    pattern: /\b(?:[A-Z]\w*Question|readPartQuestion|agentName)\b/,
    write: '"Part", "enrichment request", "program name"',
  },
  { pattern: /\b(?:FaultLine|[sS]ignatureFault|faultOf)\b/, write: '"refusal", "internal error"' },
];
