/** Takes one English sentence that starts with the field's name. */
export type Report = (sentence: string) => void;

/** More would help nobody, and 1000 broken lines would make an answer of megabytes. */
const MAX_MESSAGES = 100;

/** What is wrong with an invoice: sentences in the order in which they were found, each once. */
export class Findings {
  readonly #messages = new Set<string>();
  #overflow = false;

  readonly report: Report = (sentence) => {
    if (this.#messages.size < MAX_MESSAGES) this.#messages.add(sentence);
    else if (!this.#messages.has(sentence)) this.#overflow = true;
  };

  /** @param number the line's place in the request, from 1: what its sender sees, whatever `position` says. */
  reportOnLine(number: number): Report {
    return (sentence) => this.report(`Line ${number}: ${sentence}`);
  }

  get size(): number {
    return this.#messages.size;
  }

  /** True when further findings would not be listed. */
  get isFull(): boolean {
    return this.#overflow;
  }

  list(): string[] {
    const messages = [...this.#messages];
    if (this.#overflow) messages.push('Invoice has more problems than are listed here');
    return messages;
  }
}
