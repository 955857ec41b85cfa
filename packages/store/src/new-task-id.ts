import { randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';

/** Random numbers by the thousand: asking the system for those of one id costs more than all the rest of making it. */
const pool = new Uint32Array(1024);
let next = pool.length;

const generator = new V7Generator({
  nextUint32() {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    return pool[next++] as number;
  },
});

/** A UUIDv7 (RFC 9562 §5.7), greater than all that this process has made before. */
export function newTaskId(): string {
  return generator.generate().toString();
}
