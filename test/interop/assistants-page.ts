/**
 * Writes docs/evidence/assistants.md: the parts of a response that reach the models behind assistants, as measured by
 * `npm run judges:assistants`.
 */
import type { LongVerdict, Verdict } from './judged-talk.ts';

export interface JudgedAssistant extends Verdict {
  readonly name: string;
  readonly versions: string;
  /** The results for the responses of 15, 30 and 53 kB. */
  readonly long: readonly LongVerdict[];
}

const INTRODUCTION = `# What reaches the model

Written by \`npm run judges:assistants\`; do not edit it by hand.

Assistants show their model an answer's text (\`content\`), its structure (\`structuredContent\`), or both;
[both say the same](../decisions/0091-text-structure-and-misses.md). Each framework ran its own loop over its own MCP client, as documented, with a
scripted model that looks a part up, searches with \`limit: 1\`, and looks up a part that does not exist. Yes: it stood in the model's input. Bytes:
what the record's answer, with the call, added to that, in JSON. The last column: whether answers of these sizes arrived whole.

Programs with a person in front cut: GitHub Copilot CLI and Cline after 8,000 characters, Qwen Code 15,000, Claude Code and Codex 30,000 or more
(seen in 2026). The official client, cut there by the test (\`test/interop/scripted-assistants.test.ts\`), text and structure alike:

| cut after | 15 kB | 30 kB | 53 kB |
|---|---|---|---|
| 8,000 or 15,000 characters | says how to ask for less | says how | says how |
| 30,000 | whole | says how | says how |
| 53,000 | whole | whole | says how |

`;

export function assistantsPage(judged: readonly JudgedAssistant[]): string {
  const rows = judged.map(({ name, versions, reached, recordBytes, long }) => {
    const cells = [reached.description, reached.id, reached.cursor, reached.advice].map((held) =>
      held ? 'yes' : '**no**',
    );
    return `| ${name} | ${versions} | ${cells.join(' | ')} | ${recordBytes} | ${long.join(', ')} |`;
  });
  return [
    INTRODUCTION.trimEnd(),
    '',
    '| assistant | packages | the record | its id | the cursor | advice on a miss | bytes of the record | 15, 30, 53 kB |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'Each answer is billed once, however often a framework shows it.',
    '',
  ].join('\n');
}
