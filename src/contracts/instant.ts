/**
 * Formats an instant for the API and for operators: UTC, whole seconds, `2026-11-20T09:15:30Z`.
 * @param instant a number is in milliseconds since 1970.
 */
export function formatInstant(instant: Date | number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
