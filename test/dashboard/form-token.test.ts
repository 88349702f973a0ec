import { createHmac, hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildFormToken, deriveFormKey, isFormToken } from '#src/dashboard/sign-in/form-token.ts';

/*
 * Forms of the shared login contain a token that is derived from it. Every dashboard can check the
 * token, which does not help to guess the password quickly.
 */
const CREDENTIALS = { user: 'operator', password: 'correct-horse-battery' };
const tokenOf = (credentials: typeof CREDENTIALS) => buildFormToken(deriveFormKey(credentials));

it('the form token is the same on every dashboard with the same login, and differs for any other login', () => {
  const token = tokenOf(CREDENTIALS);
  expect(tokenOf({ ...CREDENTIALS })).toBe(token);
  for (const other of [
    { ...CREDENTIALS, user: 'operators' },
    { ...CREDENTIALS, password: 'correct-horse-battery ' },
    { user: 'operato', password: 'rcorrect-horse-battery' },
  ])
    expect(isFormToken(token, tokenOf(other))).toBe(false);
  expect(isFormToken(token, token)).toBe(true);
  expect(isFormToken(token, undefined)).toBe(false);
});

it('the form token is not a fast hash of what the browser sends or of what the database stores of a session', () => {
  const digests = (secret: string) =>
    ['forms', 'forms of the dashboard'].flatMap((word) =>
      [secret, hash('sha256', secret), hash('sha256', secret, 'buffer')].map((key) =>
        createHmac('sha256', key).update(word).digest('base64url'),
      ),
    );
  const { user, password } = CREDENTIALS;
  for (const secret of [password, `${user}:${password}`, btoa(`${user}:${password}`)])
    expect(digests(secret)).not.toContain(tokenOf(CREDENTIALS));
  const session = 'opr_x';
  const stored = hash('sha256', session);
  expect([
    ...digests(stored),
    createHmac('sha256', Buffer.from(stored, 'hex')).update('forms of the dashboard').digest('base64url'),
  ]).not.toContain(buildFormToken(session));
});
