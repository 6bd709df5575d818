/** The TypeScript file that holds the table of makers, as text. */
import { readMakerData } from './read-maker-data.ts';

export function makerDataSource(): string {
  const members = Object.entries(readMakerData()).map(
    ([name, lines]: [string, string]) =>
      `  ${name}: \`\n${lines.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\n\`.slice(1, -1),\n`,
  );
  return `/** Made by \`npm run makers:data\` from data/makers; change the lists there. What a line holds: MakerData. */\nimport type { MakerData } from './maker-table.ts';\n\nexport const MAKER_DATA: MakerData = {\n${members.join('')}};\n`;
}
