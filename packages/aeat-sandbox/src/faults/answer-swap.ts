import { setTimeout as wait } from 'node:timers/promises';

type Waiting<A> = { readonly answer: A; readonly give: (other: A) => void };

/** Exchanges the answers of two messages that are open at the same time. */
export class AnswerSwap<A> {
  #waiting: Waiting<A> | null = null;

  /**
   * Holds an answer until another one comes, and then returns that one.
   * @returns the answer itself if none comes in time or the signal is aborted.
   */
  async exchange(answer: A, milliseconds: number, signal: AbortSignal): Promise<A> {
    const other = this.#waiting;
    if (other !== null) {
      this.#waiting = null;
      other.give(answer);
      return other.answer;
    }
    const given = Promise.withResolvers<A>();
    const own: Waiting<A> = { answer, give: given.resolve };
    this.#waiting = own;
    const late = wait(milliseconds, answer, { signal, ref: false }).catch(() => answer);
    const result = await Promise.race([given.promise, late]);
    if (this.#waiting === own) this.#waiting = null;
    return result;
  }
}
