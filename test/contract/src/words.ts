/** Texts that the API itself has used, by the name of their field: ids, names, cursors, which no schema can make up. */
export class Words {
  readonly #byName = new Map<string, Set<string>>();

  /** Keeps every text of an answer. */
  learn(value: unknown, name = ''): void {
    if (typeof value === 'string') this.#add(name, value);
    else if (Array.isArray(value)) for (const item of value) this.learn(item, name);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) this.learn(item, key);
    }
  }

  /** In the order in which they were learnt. */
  of(name: string): string[] {
    return [...(this.#byName.get(name.toLowerCase()) ?? [])];
  }

  #add(name: string, text: string): void {
    // `nextCursor` is what is to be sent as `cursor`.
    const key = name.replace(/^next(?=[A-Z])/, '').toLowerCase();
    const known = this.#byName.get(key) ?? new Set();
    this.#byName.set(key, known.add(text));
  }
}
