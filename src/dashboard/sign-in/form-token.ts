import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** The secret that the forms of a session, or of the shared login, carry: made of what only that browser sends, so that any dashboard can check it. */
export function buildFormToken(secret: string): string {
  return createHmac('sha256', hash('sha256', secret)).update('forms').digest('base64url');
}

export function isFormToken(expected: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  return timingSafeEqual(hash('sha256', expected, 'buffer'), hash('sha256', given, 'buffer'));
}
