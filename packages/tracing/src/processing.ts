import type { Outcome } from '@offload/store';
import { context, createContextKey, type Span, SpanStatusCode } from '@opentelemetry/api';

const PROCESSING = createContextKey('offload processing');

/** The span of a delivery that is being processed, which ends with it. */
export class Processing {
  readonly #span: Span;
  #isClaimed = false;

  constructor(span: Span) {
    this.#span = span;
  }

  /** Of what runs now. */
  static get active(): Processing | undefined {
    return context.active().getValue(PROCESSING) as Processing | undefined;
  }

  /** Runs the work as a part of it. */
  run(parent: ReturnType<typeof context.active>, work: () => void): void {
    context.with(parent.setValue(PROCESSING, this), work);
  }

  claimed(attempt: number): void {
    this.#isClaimed = true;
    this.#span.setAttribute('offload.task.attempt', attempt);
  }

  refused(reason: string): void {
    this.#span.setAttribute('offload.claim.refused', reason);
  }

  settled(outcome: Outcome): void {
    this.#span.setAttribute('offload.task.outcome', outcome.kind);
    if (!('error' in outcome)) return;
    const { code, message } = outcome.error;
    this.#span.setAttribute('error.type', code);
    this.#span.setStatus({ code: SpanStatusCode.ERROR, message });
    // Its message is not acknowledged: it goes back to the queue.
    if (outcome.kind === 'interrupted') this.end();
  }

  /** An attempt outlives its delivery, and ends with its outcome. */
  lost(): void {
    this.#span.addEvent('delivery lost');
    if (!this.#isClaimed) this.end();
  }

  /** Idempotent. */
  end(): void {
    if (this.#span.isRecording()) this.#span.end();
  }
}
