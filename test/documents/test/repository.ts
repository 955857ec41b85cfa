import { readFile } from 'node:fs/promises';

const root = new URL('../../../../', import.meta.url);

/** The text of a file, by its path from the top of the repository. */
export function textOf(path: string): Promise<string> {
  return readFile(new URL(path, root), 'utf8');
}

/** The cells of every row of the Markdown tables below a heading, without the tables' own headings. */
export function rowsBelow(document: string, heading: string): string[][] {
  const [, section = ''] = document.split(`\n${heading}\n`);
  const [own = ''] = section.split(/\n## /);
  return own
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
