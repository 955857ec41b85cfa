import type { BrokerCounters } from './port.ts';

export function createCounters(): BrokerCounters {
  return { confirmed: 0, returned: 0, refused: 0, lost: 0, late: 0, reconnects: 0 };
}
