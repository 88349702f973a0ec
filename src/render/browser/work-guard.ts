/** The work exceeded its time limit. */
export class RenderTimeoutError extends Error {
  override readonly name = 'RenderTimeoutError';
}

/**
 * Guards work that another process does, one piece at a time. Each piece ends with its own outcome,
 * with a {@link RenderTimeoutError}, or with the error passed to `break`, whichever comes first.
 */
export class WorkGuard {
  #broken: Error | null = null;
  #failCurrent: ((error: Error) => void) | null = null;

  /** Fails the current piece of work and all later ones. */
  break(error: Error): void {
    this.#broken ??= error;
    this.#failCurrent?.(error);
  }

  get isBroken(): boolean {
    return this.#broken !== null;
  }

  // Promise.race is not used: a promise that lives as long as the browser would retain every render
  // batch that was ever raced with it.
  async run<T>(start: () => Promise<T>, limitMs: number): Promise<T> {
    if (this.#broken !== null) throw this.#broken;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#failCurrent = reject;
    const timer = setTimeout(
      () => reject(new RenderTimeoutError(`It took longer than ${limitMs} ms`)),
      limitMs,
    );
    start().then(resolve, reject);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#failCurrent = null;
    }
  }
}
