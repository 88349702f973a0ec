/** Formats an instant for the API: UTC, whole seconds, `2026-11-20T09:15:30Z`. */
export function formatInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
