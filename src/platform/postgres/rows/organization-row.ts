import { defineEntity, p } from '@mikro-orm/core';
import { MAX_BOUND_ISSUERS, OUTSIDE_REASONS, type OutsideReason } from '../../../contracts/codes.ts';

/** A customer of this installation: the owner of every other row. */
export const OrganizationRow = defineEntity({
  name: 'OrganizationRow',
  tableName: 'organizations',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    name: p.string().length(120),
    /** Off: invoices are issued without registration record and QR. */
    verifactu: p.boolean().default(true),
    /** Why it is off: see OUTSIDE_REASONS. null: VeriFactu is on. */
    outsideReason: p.string().length(6).$type<OutsideReason>().nullable(),
    /** Whom it may issue for; null: anybody. */
    issuerNifs: p.array().columnType('text[]').nullable(),
    /** Batches accepted so far: the ordinal of the newest one. Moved in the accepting transaction. */
    batchesCount: p.bigint('number').default(0),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Since then nothing of it is issued; null: it is not paused. */
    pausedAt: p.datetime().nullable(),
    /** Its PDFs are printed when somebody asks for them. */
    pdfsOnDemand: p.boolean().default(false),
    /** Years that law wants kept what it issued, from the end of the year on. */
    keepYears: p.smallint().default(6),
  },
  checks: [
    { name: 'organizations_name_check', expression: "btrim(name) <> ''" },
    { name: 'organizations_paused_at_check', expression: 'isfinite(paused_at)' },
    { name: 'organizations_keep_years_check', expression: 'keep_years >= 6 and keep_years <= 30' },
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
