import type { TaskFilesOptions } from '@offload/handler';
import type { FileCompletion, FileRecord, HeldAttempt } from '@offload/store';
import { uuidv7 } from 'uuidv7';

type Registry = TaskFilesOptions['store'];

/** What the store knows of files, for a test that has none. */
export class MemoryFileRegistry implements Registry {
  readonly #names = new Map<string, string | null>();
  readonly #complete = new Map<string, FileRecord>();
  readonly #outputs = new Map<HeldAttempt, string[]>();

  /** What an attempt has saved, as far as it is complete, in order. */
  outputsOf(attempt: HeldAttempt): FileRecord[] {
    const ids = this.#outputs.get(attempt) ?? [];
    return ids.flatMap((id) => this.#complete.get(id) ?? []);
  }

  add(name: string | null): string {
    const id = uuidv7();
    this.#names.set(id, name);
    return id;
  }

  async addOutput(attempt: HeldAttempt, name: string | null): Promise<string> {
    const id = this.add(name);
    this.#outputs.set(attempt, [...(this.#outputs.get(attempt) ?? []), id]);
    return id;
  }

  async completeFile(id: string, completion: FileCompletion): Promise<FileRecord> {
    const name = this.#names.get(id) ?? null;
    const record = { id, name, ...completion, createdAt: new Date().toISOString() };
    this.#complete.set(id, record);
    return record;
  }

  async getFile(id: string): Promise<FileRecord | null> {
    return this.#complete.get(id) ?? null;
  }
}
