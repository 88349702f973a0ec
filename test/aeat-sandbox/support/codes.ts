/** Lists the distinct codes of some rules in order. */
export function codesOf(rules: readonly { readonly code: number }[]): number[] {
  return [...new Set(rules.map(({ code }) => code))].toSorted((one, other) => one - other);
}
