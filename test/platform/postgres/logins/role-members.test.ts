import { expect, it } from 'vitest';
import {
  describeUnknownMembers,
  type Membership,
} from '../../../../src/platform/postgres/logins/role-members.ts';

it('Migrating advises to revoke roles from logins that no setting names, but not from one that is connected', () => {
  const each: Membership = { login: 'former', role: 'worker', grantor: 'engine', isConnected: false };
  const members = [each, { ...each, login: 'running', isConnected: true }, { ...each, login: 'named' }];
  expect(describeUnknownMembers(members, new Set(['named']))).toEqual([
    expect.stringMatching(/^The login former may take engine_worker, .* granted by "engine";$/),
  ]);
});
