/** The statements that concurrent calls share. */
export const BATCHED_STATEMENTS = ['insert', 'insert_once', 'start', 'claim', 'settle'] as const;

export type BatchedStatement = (typeof BATCHED_STATEMENTS)[number];

/** Told how many tasks shared a statement, each time that one is run; must not throw. */
export type BatchObserver = (statement: BatchedStatement, size: number) => void;
