import type { TaskFilesOptions } from '@offload/handler';
import type { FileCompletion, FileRecord, HeldAttempt } from '@offload/store';
import { uuidv7 } from 'uuidv7';

type Registry = TaskFilesOptions['store'];

/** What the store knows of files, for a test that has none. */
export class MemoryFileRegistry implements Registry {
  readonly #names = new Map<string, string | null>();
  readonly #complete = new Map<string, FileRecord>();
  readonly #outputs: string[] = [];

  /** What handlers have saved, as far as it is complete, in order. */
  get outputs(): FileRecord[] {
    return this.#outputs.flatMap((id) => this.#complete.get(id) ?? []);
  }

  add(name: string | null): string {
    const id = uuidv7();
    this.#names.set(id, name);
    return id;
  }

  async addOutput(_attempt: HeldAttempt, name: string | null): Promise<string> {
    const id = this.add(name);
    this.#outputs.push(id);
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
