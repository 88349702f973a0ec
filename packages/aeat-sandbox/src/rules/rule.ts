/**
 * A rule of AEAT: its code, and when a record breaks it. `detail` follows AEAT's text, `block`
 * precedes it.
 */
export type Rule<C> = {
  readonly code: number;
  readonly breaks: (given: C) => boolean;
  readonly detail?: (given: C) => string;
  readonly block?: string;
};

export type Objection = { readonly code: number; readonly text: string };
/**
 * The verdict on the content of a record: rejected for an error, accepted with a warning, or
 * neither.
 */
export type Verdict = { readonly error: Objection | null; readonly warning: Objection | null };

/**
 * Judges a record by the rules of its register, in their order: the first that it breaks determines
 * the answer.
 * @param describe returns the text of a code in the catalogue of the register.
 */
export function judgeBy<C>(
  given: C,
  { errors, warnings }: { errors: readonly Rule<C>[]; warnings: readonly Rule<C>[] },
  describe: (code: number, detail?: string) => string,
): Verdict {
  const find = (rules: readonly Rule<C>[]): Objection | null => {
    const broken = rules.find((rule) => rule.breaks(given));
    if (!broken) return null;
    const text = describe(broken.code, broken.detail?.(given));
    return { code: broken.code, text: broken.block ? `${broken.block}. ${text}` : text };
  };
  const error = find(errors);
  return { error, warning: error ? null : find(warnings) };
}
