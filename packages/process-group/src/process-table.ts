import { readdir, readFile } from 'node:fs/promises';

/** A line of the process table, proc(5). */
export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  session: number;
  residentBytes: number;
}

/** Bytes of a page on what Node.js runs on; where pages are larger, memory is counted too low. */
const PAGE_BYTES = 4096;

/** The processes of a group, of its session, and what descends from them. Empty where there is no `/proc`. */
export async function descendantsOf(group: number): Promise<ProcessEntry[]> {
  const table = await readTable();
  const found = new Map<number, ProcessEntry>();
  // Parents may come after their children.
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const entry of table) {
      if (entry.group === group || entry.session === group || found.has(entry.parent)) found.set(entry.pid, entry);
    }
  }
  return [...found.values()];
}

/** Processes of this user that have the variable in their environment, `NAME=value`, and have not ended. */
export async function markedWith(variable: string): Promise<number[]> {
  const environments = await ofEach('environ');
  return environments.filter(([, text]) => text.split('\0').includes(variable)).map(([pid]) => pid);
}

async function readTable(): Promise<ProcessEntry[]> {
  return (await ofEach('stat')).map(([pid, line]) => parsed(pid, line));
}

function parsed(pid: number, line: string): ProcessEntry {
  // The name, in parentheses, may have spaces and parentheses of its own.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [, parent, group, session] = fields.map(Number);
  const pages = Number(fields[21]);
  return { pid, parent: parent ?? 0, group: group ?? 0, session: session ?? 0, residentBytes: pages * PAGE_BYTES };
}

/** A file of every process that lets us read it. */
async function ofEach(name: 'stat' | 'environ'): Promise<[pid: number, text: string][]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry));
  const read = await Promise.all(
    pids.map(async (pid) => {
      // It has ended meanwhile, or is another user's.
      const text = await readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
      return [Number(pid), text] as [number, string];
    }),
  );
  return read.filter(([, text]) => text !== '');
}
