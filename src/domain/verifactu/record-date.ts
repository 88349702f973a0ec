/** Writes `2026-11-20` as AEAT does: `20-11-2026`. */
export function formatRecordDate(isoDate: string): string {
  return `${isoDate.slice(8, 10)}-${isoDate.slice(5, 7)}-${isoDate.slice(0, 4)}`;
}
