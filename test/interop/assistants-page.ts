/** docs/assistants.md: what of an answer reaches the models behind assistants, as `npm run judges:assistants` found it. */
import type { Verdict } from './judged-talk.ts';

export interface JudgedAssistant extends Verdict {
  readonly name: string;
  readonly versions: string;
}

const INTRODUCTION = `# What reaches the model

Written by \`npm run judges:assistants\`; do not edit it by hand.

Assistants show their model an answer's text (\`content\`), its structure (\`structuredContent\`), or both;
[both say the same](decisions/0091-text-structure-and-misses.md). Each framework ran its own loop over its own MCP client, as documented, with a
scripted model that looks a part up, searches with \`limit: 1\`, and looks up a part that does not exist. Yes: it stood in the model's input. Bytes:
what the record's answer, with the call, added to that, in JSON.

`;

export function assistantsPage(judged: readonly JudgedAssistant[]): string {
  const rows = judged.map(({ name, versions, reached, recordBytes }) => {
    const cells = [reached.description, reached.id, reached.cursor, reached.advice].map((held) =>
      held ? 'yes' : '**no**',
    );
    return `| ${name} | ${versions} | ${cells.join(' | ')} | ${recordBytes} |`;
  });
  return [
    INTRODUCTION.trimEnd(),
    '',
    '| assistant | packages | the record | its id | the cursor | advice on a miss | bytes of the record |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'Each answer is billed once, however often a framework shows it.',
    '',
  ].join('\n');
}
