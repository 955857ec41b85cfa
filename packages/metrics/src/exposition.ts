import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import type { Exposition, Family } from './metrics.ts';

/** @param families those that are there when somebody asks */
export function createExposition(families: ReadonlyMap<string, Family>): () => Promise<Exposition> {
  const registry = new Registry();
  const own = new Map<string, object>();
  collectDefaultMetrics({ register: registry });
  const ofNode = registry.getMetricsAsArray();
  return async () => {
    // Ours first.
    registry.clear();
    for (const family of [...families.values()].sort(firstOnes)) {
      const metric = own.get(family.name) ?? asMetric(family);
      own.set(family.name, metric);
      // The registry asks no more of a metric; its type admits prom-client's own classes only.
      registry.registerMetric(metric as Metric);
    }
    for (const metric of ofNode) registry.registerMetric(metric as unknown as Metric);
    return { contentType: registry.contentType, text: await registry.metrics() };
  };
}

function firstOnes(a: Family, b: Family): number {
  return Number(b.isFirst ?? false) - Number(a.isFirst ?? false);
}

function asMetric({ name, help, type, samples }: Family): object {
  return { name, help, type, get: async () => ({ name, help, type, values: await samples() }) };
}
