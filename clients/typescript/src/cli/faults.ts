/** What a run ended with, for scripts. */
export const EXIT = {
  /** All was done, and nothing is wrong with any invoice. */
  ok: 0,
  /** All was done, and some invoices failed or were refused. */
  invoices: 1,
  /** Wrong arguments, or a file that cannot be read or written. */
  input: 2,
  /** The engine was not reached, or what was waited for did not come in time. Run again, it goes on. */
  gaveUp: 3,
  /** The engine refused a request: the key, the shape of a batch. */
  refused: 4,
  /** Ctrl-C. Run again, it goes on. */
  interrupted: 130,
} as const;

/** What a person did wrong, or can mend: told in its own words, without a trace. */
export class InputFault extends Error {
  override readonly name = 'InputFault';
}
