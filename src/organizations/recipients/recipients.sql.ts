/* Generated from recipients.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type RecipientProfile } from '../../contracts/recipient-profile.ts';

const statement = readStatements(import.meta.url);

export type ChangeOwnRecipientProfileRow = {
  readonly outcome: 'done' | 'forbidden' | 'unknown' | 'same';
};

/** Changes or removes the profile of a recipient for an API key, and records the act. */
export const changeOwnRecipientProfile: Statement<
  [tokenHash: Uint8Array, now: Date, number: string, profile: string | null],
  ChangeOwnRecipientProfileRow
> = statement('changeOwnRecipientProfile');

/** Changes or removes the profile of a recipient on an operator's order, and records the act. */
export const changeRecipientProfile: Statement<
  [
    organizationId: number | bigint,
    number: string,
    profile: string | null,
    operator: string,
    reason: string | null,
  ],
  NoColumns
> = statement('changeRecipientProfile');

export type FindRecipientProfilesRow = {
  readonly number: string;
  readonly profile: RecipientProfile;
};

/** Finds the present profiles of recipients. */
export const findRecipientProfiles: Statement<
  [organizationId: number | bigint, numbers: readonly string[] | EncodedArray<string>],
  FindRecipientProfilesRow
> = statement('findRecipientProfiles');

export type GetRecipientProfileRow = {
  readonly id: number;
  readonly number: string;
  readonly profile: RecipientProfile;
  readonly changedAt: string;
};

/** Returns the present profile of a recipient. */
export const getRecipientProfile: Statement<
  [organizationId: number | bigint, number: string],
  GetRecipientProfileRow
> = statement('getRecipientProfile');

export type ListRecipientProfilesRow = {
  readonly id: number;
  readonly number: string;
  readonly profile: RecipientProfile;
  readonly changedAt: string;
};

/** Lists the present profiles of the recipients of an organization, the last change first. */
export const listRecipientProfiles: Statement<
  [organizationId: number | bigint, before: number | bigint, most: number | bigint],
  ListRecipientProfilesRow
> = statement('listRecipientProfiles');

export type ListProfileVersionsRow = {
  readonly profile: RecipientProfile | null;
  readonly since: string;
  readonly until: string | null;
  readonly operator: string | null;
  readonly reason: string | null;
};

/**
 * Lists the versions of the profile of a recipient, the last first, with who changed it. A version
 * without a profile is a removal.
 */
export const listProfileVersions: Statement<
  [organizationId: number | bigint, number: string],
  ListProfileVersionsRow
> = statement('listProfileVersions');
