/** What was invoiced, in one text: the description of an invoice that has none of its own. */
export function describeLines(lines: readonly { readonly concept: string }[]): string {
  return lines.map(({ concept }) => concept).join(', ');
}
