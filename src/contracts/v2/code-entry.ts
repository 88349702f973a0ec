/** What the reference says of a code in the details of errors and in warnings of version 2. */
export type CodeEntry = {
  readonly meaning: string;
  /**
   * The article or document with the rule; null if it is a rule of this API alone, or if the
   * message names it.
   */
  readonly article: string | null;
  readonly remedy: string;
};
