import { createHash } from 'node:crypto';

/** Replaces the ids, secrets, times and hashes of a response or an event by reproducible ones. */
export function settle(answer: unknown): unknown {
  const hashes: string[] = [];
  return JSON.parse(JSON.stringify(answer), (name, value: unknown) => {
    if (name === 'session_token') return 'x'.repeat(43);
    if (name === 'secret' && value !== null) return `whsec_${'x'.repeat(43)}=`;
    if (name === 'prefix') return 'org_live_Ab3x';
    if (name === 'webhook_id' || (name === 'id' && /^[0-9a-f-]{36}$/.test(String(value))))
      return '3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7a10';
    if (name === 'csv' && value !== null) return 'A-7K2M9QW4RT8VXZ';
    if (/^(issued_invoice_|invoice_batch_)?id$/.test(name) && typeof value === 'number') {
      return value < 1000 ? 1042 : 1_042_000 + (value % 1000);
    }
    if (name === 'url' && /^\/api\/v2\/invoices\/\d+$/.test(String(value))) return '/api/v2/invoices/1042000';
    if (typeof value !== 'string') return value;
    // The text of a warning contains the current day.
    if (/ is issued on \d{4}-\d\d-\d\d or later:/.test(value))
      return value.replace(/ is issued on \d{4}-\d\d-\d\d or later:/, ' is issued on 2026-11-24 or later:');
    if (/^\d{4}-\d\d-\d\dT/.test(value))
      return value.includes('.') ? '2026-11-20T09:30:00.000Z' : '2026-11-20T09:30:00Z';
    if (!/^[0-9A-F]{64}$/i.test(value)) return value;
    if (!hashes.includes(value)) hashes.push(value);
    return createHash('sha256')
      .update(`record ${hashes.indexOf(value)}`)
      .digest('hex')
      .toUpperCase();
  });
}
