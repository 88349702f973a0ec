/** The exit codes for scripts. */
export const EXIT = {
  /** Everything was done, and no invoice has an error. */
  ok: 0,
  /** Everything was done, but some invoices failed or were rejected. */
  invoices: 1,
  /** Wrong arguments, or a file that cannot be read or written. */
  input: 2,
  /** The engine was not reached, or a time limit was exceeded. Another run continues. */
  gaveUp: 3,
  /** The engine refused a request, for example the key or the form of a batch. */
  refused: 4,
  /** Ctrl-C. Another run continues. */
  interrupted: 130,
} as const;

/** A mistake of the user, or a fault that the user can fix. Only its message is printed. */
export class InputFault extends Error {
  override readonly name = 'InputFault';
  /** What is wrong in a file, for programs. */
  readonly findings: readonly unknown[];

  constructor(message?: string, findings: readonly unknown[] = []) {
    super(message);
    this.findings = findings;
  }
}
