/** Whether an invoice number has a character outside printable ASCII (AEAT 1130). */
export function hasForeignCharacter(number: string): boolean {
  return /[^\u0020-\u007E]/.test(number);
}

/** Whether it has one of the five that AEAT names (AEAT 1287). */
export function hasForbiddenCharacter(number: string): boolean {
  return /["'<>=]/.test(number);
}
