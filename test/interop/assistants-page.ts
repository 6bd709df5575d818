/** docs/assistants.md: what of an answer reaches the models behind assistants, as `npm run judges:assistants` found it. */
import type { Verdict } from './judged-talk.ts';

export interface JudgedAssistant extends Verdict {
  readonly name: string;
  readonly versions: string;
}

const INTRODUCTION = `# What reaches the model

This page is written by \`npm run judges:assistants\`. Do not edit it by hand.

Assistants differ in what they show their model of a tool's answer: the text (\`content\`), the structure (\`structuredContent\`), or both. The
service sends the same in both ([decision 0091](decisions/0091-text-structure-and-misses.md)). Each framework below ran its own agent loop over
its own MCP client, configured as its documentation says, with a scripted model that looks a part up, searches with \`limit: 1\`, and looks up a
part that does not exist. The columns say whether what it must know stood in the model's input; the last one by how many bytes the record's
answer made that input longer, the call among them (in JSON, as the framework hands it on).

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
    'Each answer is billed once, by its records alone, however often a framework shows it.',
    '',
  ].join('\n');
}
