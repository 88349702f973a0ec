/** Returns whether an invoice number has a character outside printable ASCII (AEAT 1130). */
export function hasForeignCharacter(number: string): boolean {
  return /[^\u0020-\u007E]/.test(number);
}

/**
 * Returns whether an invoice number has one of the five characters that AEAT forbids (AEAT 1287).
 */
export function hasForbiddenCharacter(number: string): boolean {
  return /["'<>=]/.test(number);
}
