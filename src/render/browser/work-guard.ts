/** A piece of work took longer than allowed. */
export class RenderTimeoutError extends Error {
  override readonly name = 'RenderTimeoutError';
}

/**
 * Watches over work that another process does, one piece at a time. A piece ends with its own outcome, with a
 * {@link RenderTimeoutError}, or with the error that the guard is broken with, whichever comes first.
 */
export class WorkGuard {
  #broken: Error | null = null;
  #failCurrent: ((error: Error) => void) | null = null;

  /** Fails the current piece and all later ones. */
  break(error: Error): void {
    this.#broken ??= error;
    this.#failCurrent?.(error);
  }

  get isBroken(): boolean {
    return this.#broken !== null;
  }

  // Not Promise.race: a promise that lives as long as the browser would hold on to every render batch ever raced with it.
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
