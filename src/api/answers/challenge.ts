import type { ApiForm } from '../versions.ts';

const API_KEY = /(?:^|\s)org_live_/;

/**
 * Returns whether an Authorization header contains an API key instead of a session token. A session
 * token never has this form.
 */
export function isApiKey(authorization: string): boolean {
  return API_KEY.test(authorization);
}

/**
 * Returns the `WWW-Authenticate` header of a 401 of version 1 (RFC 6750, 3). It gives the details
 * because the messages in the body of a 401 are fixed.
 * @param authorization the refused header; undefined if there was none.
 */
export function buildChallenge(authorization: string | undefined, { prefix }: ApiForm): string {
  if (!authorization?.trim()) return 'Bearer';
  const path = `${prefix}/auth/sessions`;
  return describeInvalid(
    isApiKey(authorization)
      ? `This is an API key, not a session token; POST it as api_key to ${path} to obtain a session token`
      : `The session token is unknown, revoked or expired; POST an api_key to ${path} to obtain a new one`,
  );
}

/**
 * Returns the challenge with a description of what is wrong.
 * @param description printable ASCII characters without quotes and backslashes.
 */
export function describeInvalid(description: string): string {
  return `Bearer error="invalid_token", error_description="${description}"`;
}
