import type { Scenario } from './scenario.ts';

/** What of a run still fits into its time. */
export interface TimeBudget {
  /** Whether a scenario would end in time, on a machine that stays as slow as it has been so far. */
  fits(scenario: Scenario): boolean;
  /** Notes that a scenario has taken so many seconds. */
  spend(scenario: Scenario, seconds: number): void;
}

/** @param seconds for all scenarios together */
export function createTimeBudget(seconds: number): TimeBudget {
  let [spent, expected] = [0, 0];
  return {
    fits(scenario) {
      const slowness = expected === 0 ? 1 : Math.max(1, spent / expected);
      return spent + scenario.seconds * slowness <= seconds;
    },
    spend(scenario, actual) {
      spent += actual;
      expected += scenario.seconds;
    },
  };
}
