import { expect, it } from 'vitest';
import { followCredentials } from '../../../src/platform/jobs/redis-credentials.ts';

it('followCredentials uses the current user and password of the address, even if one was added or removed', () => {
  let url = 'redis://:old@127.0.0.1:6379';
  const options: { username?: string; password?: string } = {};
  followCredentials(options, () => url);
  expect({ ...options }).toMatchObject({ username: undefined, password: 'old' });
  url = 'redis://app:new@127.0.0.1:6379';
  expect({ ...options }).toMatchObject({ username: 'app', password: 'new' });
  url = 'redis://127.0.0.1:6379';
  expect({ ...options }).toMatchObject({ username: undefined, password: undefined });
});
