import { createHash } from 'node:crypto';
import { formatTimestamp } from '../records/calendar.ts';

const CSV_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CSV_LENGTH = 14;

/** Builds the CSV of a remission, `A-LQ8YWT83HN6BQG`, which is unique for each arrival. */
export function buildCsv(arrival: { sequence: number; sha256: string; now: number }): string {
  const bytes = createHash('sha256')
    .update(`${arrival.sequence} ${arrival.now} ${arrival.sha256}`)
    .digest()
    .subarray(0, CSV_LENGTH);
  return `A-${[...bytes].map((byte) => CSV_CHARACTERS[byte % CSV_CHARACTERS.length]).join('')}`;
}

/** Builds an IdPeticion of 20 digits: the time in Madrid in milliseconds, and three more digits. */
export function buildIdPeticion(now: number, order: number): string {
  const seconds = formatTimestamp(now).slice(0, 19).replaceAll(/\D/g, '');
  return seconds + String(now % 1000).padStart(3, '0') + String(order % 1000).padStart(3, '0');
}
