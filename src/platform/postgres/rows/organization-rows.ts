import { defineEntity, p } from '@mikro-orm/core';
import {
  CENSUS_ABSENCES,
  CENSUS_RESULTS,
  type CensusMode,
  type CensusAbsence,
  type CensusResult,
  type CensusWhenUnavailable,
  DEFAULT_RIGHTS,
  KEY_RIGHTS,
  OUTSIDE_REASONS,
  type OutsideReason,
} from '../../../contracts/codes.ts';
import { MAX_BOUND_ISSUERS } from '../../../contracts/limits.ts';
import type { IssuerProfile } from '../../../contracts/issuer-profile.ts';
import type { RecipientProfile } from '../../../contracts/recipient-profile.ts';
import type { StoredSigning } from '../../../contracts/signing-refusals.ts';

/*
 * Organizations, their API keys and sessions, the profiles of their issuers, and their
 * certificates.
 */

/** A customer of this installation. It owns all data that is not common to the installation. */
export const OrganizationRow = defineEntity({
  name: 'OrganizationRow',
  tableName: 'organizations',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    name: p.string().length(120),
    /** false: invoices are issued without a registration record and without a QR code. */
    verifactu: p.boolean().default(true),
    /** The reason without VeriFactu: see OUTSIDE_REASONS. null: VeriFactu is on. */
    outsideReason: p.string().length(6).$type<OutsideReason>().nullable(),
    /** The issuers for which it may issue; null: any issuer. */
    issuerNifs: p.array().columnType('text[]').nullable(),
    /**
     * The number of accepted batches, which is the ordinal of the newest one. The accepting
     * transaction increments it.
     */
    batchesCount: p.bigint('number').default(0),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When issuing was paused; null: it is not paused. */
    pausedAt: p.datetime().nullable(),
    /** Whether the PDFs are rendered when a client asks for them. */
    pdfsOnDemand: p.boolean().default(false),
    /**
     * The retention period that the law requires for issued invoices, in years from the end of the
     * year.
     */
    keepYears: p.smallint().default(6),
    /**
     * Whether it migrates from another system and may issue invoices with dates more than 30 days
     * back (version 2 of the API).
     */
    migrating: p.boolean().default(false),
    /** Whether natural persons of whom no invoice says it are businesses; null if nobody decided it. */
    personsAreBusinesses: p.boolean().nullable(),
    /** Whether each of its own ids of invoices is used once. */
    uniqueExternalIds: p.boolean().default(false),
    /** What it does with what AEAT's census says of the parties of its invoices. */
    census: p.string().length(6).$type<CensusMode>().default('off'),
    censusWhenUnavailable: p.string().length(7).$type<CensusWhenUnavailable>().default('proceed'),
    /** The key of the hashes of names in `census_checks`. */
    censusKey: p.blob().$type<Buffer>().defaultRaw('uuid_send(gen_random_uuid())'),
  },
  indexes: [{ name: 'organizations_issuer_nifs_index', properties: ['issuerNifs'], type: 'gin' }],
  checks: [
    { name: 'organizations_name_check', expression: "btrim(name) <> ''" },
    { name: 'organizations_paused_at_check', expression: 'isfinite(paused_at)' },
    { name: 'organizations_keep_years_check', expression: 'keep_years >= 6 and keep_years <= 30' },
    { name: 'organizations_census_check', expression: "census in ('off', 'warn', 'refuse')" },
    {
      name: 'organizations_census_when_unavailable_check',
      expression: "census_when_unavailable in ('proceed', 'hold')",
    },
    { name: 'organizations_batches_count_check', expression: 'batches_count >= 0' },
    {
      name: 'organizations_issuer_nifs_check',
      expression: `cardinality(issuer_nifs) <= ${MAX_BOUND_ISSUERS} and array_position(issuer_nifs, null) is null`,
    },
    {
      name: 'organizations_outside_reason_check',
      expression: `verifactu and outside_reason is null or not verifactu and outside_reason is not null and outside_reason in (${OUTSIDE_REASONS.map((reason) => `'${reason}'`).join(', ')})`,
    },
  ],
});

/** An API key, of which only the SHA-256 is stored. */
export const ApiKeyRow = defineEntity({
  name: 'ApiKeyRow',
  tableName: 'api_keys',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    keyHash: p.blob().$type<Buffer>().unique(),
    /** The first characters of the key, by which people distinguish keys. */
    prefix: p.string().length(20),
    /** The rights of the key, from KEY_RIGHTS. */
    rights: p
      .array()
      .columnType('text[]')
      .defaultRaw(`'{${DEFAULT_RIGHTS.join(',')}}'`),
    createdAt: p.datetime().defaultRaw('now()'),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'api_keys_organization_id_index', properties: ['organizationId'] }],
  checks: [
    {
      name: 'api_keys_rights_check',
      expression: `cardinality(rights) > 0 and rights <@ '{${KEY_RIGHTS.join(',')}}'::text[]`,
    },
  ],
});

/** A session, identified by the SHA-256 of its token. It ends with its API key. */
export const SessionRow = defineEntity({
  name: 'SessionRow',
  tableName: 'sessions',
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    apiKeyId: () => p.manyToOne(ApiKeyRow).mapToPk().name('api_key_id'),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'sessions_expires_at_index', properties: ['expiresAt'] }],
});

/**
 * A version of an issuer's address, contact and logo. A change creates a new row, so that issued
 * invoices keep the version with which they were issued.
 */
export const IssuerProfileRow = defineEntity({
  name: 'IssuerProfileRow',
  tableName: 'issuer_profiles',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    issuerNif: p.string().length(9),
    profile: p.json().$type<IssuerProfile>(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'issuer_profiles_organization_id_issuer_nif_id_index',
      properties: ['organizationId', 'issuerNif', 'id'],
    },
  ],
});

/**
 * A version of a recipient's profile, which completes the invoices to it. A change inserts a new
 * row: an issued invoice contains the values of its time of issue.
 */
export const RecipientProfileRow = defineEntity({
  name: 'RecipientProfileRow',
  tableName: 'recipient_profiles',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    recipientDocument: p.string().length(20),
    /** null: the profile was removed. */
    profile: p.json().$type<RecipientProfile>().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When the next version was stored; null for the present version. */
    supersededAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'recipient_profiles_present_unique',
      expression:
        'create unique index recipient_profiles_present_unique on recipient_profiles (organization_id, recipient_document) where superseded_at is null',
    },
    {
      name: 'recipient_profiles_listed_index',
      expression:
        'create index recipient_profiles_listed_index on recipient_profiles (organization_id, id) where superseded_at is null and profile is not null',
    },
  ],
  checks: [
    {
      name: 'recipient_profiles_profile_check',
      expression: "jsonb_typeof(profile) = 'object' and length(profile::text) <= 2000",
    },
  ],
});

/**
 * A client certificate for AEAT. src/domain/registration/choose-certificate.ts chooses among those
 * that were not removed.
 */
export const CertificateRow = defineEntity({
  name: 'CertificateRow',
  tableName: 'certificates',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    /** null: for all issuers of the organization. */
    issuerNif: p.string().length(9).nullable(),
    /** Sealed with CERTIFICATE_KEY. */
    sealedPkcs12: p.blob().$type<Buffer>(),
    sealedPassphrase: p.blob().$type<Buffer>(),
    /** The first bytes of the sealed file, which name the key that sealed it. */
    front: p
      .blob()
      .formula((columns) => `substring(${columns.sealedPkcs12} for 5)`)
      .lazy(),
    subject: p.text(),
    notBefore: p.datetime(),
    notAfter: p.datetime(),
    createdAt: p.datetime(),
    removedAt: p.datetime().nullable(),
    /** A sello de entidad, for which AEAT has a separate endpoint. */
    isSeal: p.boolean().default(false),
    /** Null until a process with the key has read it, and again after the file was erased. */
    signing: p.json().$type<StoredSigning>().nullable(),
    /** SHA-256 of the sealed PKCS#12 file. Set only if the file was erased, at `erasedAt`. */
    sha256: p.blob().$type<Buffer>().nullable(),
    erasedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'certificates_organization_id_issuer_nif_index',
      properties: ['organizationId', 'issuerNif'],
    },
  ],
  checks: [
    {
      name: 'certificates_erased_check',
      expression:
        "case when erased_at is null then sha256 is null else sha256 is not null and length(sha256) = 32 and length(sealed_pkcs12) = 0 and length(sealed_passphrase) = 0 and subject = '' and signing is null end",
    },
  ],
});

/** A question to AEAT's census, and its answer. The name is stored until AEAT answers. */
export const CensusCheckRow = defineEntity({
  name: 'CensusCheckRow',
  tableName: 'census_checks',
  properties: {
    organizationId: () =>
      p
        .manyToOne(OrganizationRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('organization_id'),
    nif: p.string().length(9).primary(),
    nameHash: p.blob().$type<Buffer>().primary(),
    name: p.text().nullable(),
    askedAt: p.datetime(),
    result: p.string().length(14).$type<CensusResult>().nullable(),
    /** What the census has of an entity; never of a natural person. */
    censusNif: p.string().length(9).nullable(),
    censusName: p.text().nullable(),
    checkedAt: p.datetime().nullable(),
    validUntil: p.datetime().nullable(),
    /** Why a question is `unavailable`; null if that was not recorded. */
    absence: p.string().length(14).$type<CensusAbsence>().nullable(),
  },
  indexes: [
    {
      name: 'census_checks_unavailable_index',
      expression:
        "create index census_checks_unavailable_index on census_checks (checked_at desc) where result = 'unavailable'",
    },
    {
      name: 'census_checks_answered_index',
      expression:
        "create index census_checks_answered_index on census_checks (organization_id, checked_at desc) where result <> 'unavailable'",
    },
    {
      name: 'census_checks_waiting_index',
      expression:
        'create index census_checks_waiting_index on census_checks (organization_id, asked_at) where result is null',
    },
  ],
  checks: [
    {
      name: 'census_checks_result_check',
      expression: `result in (${CENSUS_RESULTS.map((result) => `'${result}'`).join(', ')})`,
    },
    {
      name: 'census_checks_answered_check',
      expression:
        '(result is null) = (name is not null) and (result is null) = (checked_at is null) and (result is null) = (valid_until is null)',
    },
    {
      name: 'census_checks_absence_check',
      expression: `absence is null or coalesce(result = 'unavailable', false) and absence in (${CENSUS_ABSENCES.map((absence) => `'${absence}'`).join(', ')})`,
    },
    {
      name: 'census_checks_person_check',
      expression: "census_name is null and census_nif is null or nif ~ '^[A-HJNP-W]'",
    },
  ],
});
