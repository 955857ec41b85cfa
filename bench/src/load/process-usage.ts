import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second towards its processes, whatever the kernel's own tick. */
const TICKS_PER_SECOND = 100;

export interface ProcessUsage {
  /** Seconds of processor time, user and system, since the process started. */
  cpuSeconds: number;
  /** Bytes of resident memory. */
  rssBytes: number;
}

/** What a process has used so far. Linux only: read from /proc. */
export function processUsage(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuSeconds: ticks / TICKS_PER_SECOND, rssBytes: Number(rss ?? 0) * 1024 };
}
