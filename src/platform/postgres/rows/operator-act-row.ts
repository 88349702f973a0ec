import { defineEntity, p } from '@mikro-orm/core';
import { OPERATOR_ACTS, type OperatorAct } from '../../../contracts/acts.ts';
import { OrganizationRow } from './organization-row.ts';

/** One act of an operator. Append-only. */
export const OperatorActRow = defineEntity({
  name: 'OperatorActRow',
  tableName: 'operator_acts',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** By the database's clock: the beginning of the transaction that did it. */
    at: p.datetime().defaultRaw('now()'),
    act: p.string().length(24).$type<OperatorAct>(),
    operator: p.text(),
    reason: p.text().nullable(),
    /** null: it concerns the whole installation. */
    organizationId: () =>
      p.manyToOne(OrganizationRow).mapToPk().nullable().deleteRule('no action').name('organization_id'),
    /** Id of what the act names: of a key, a certificate, an invoice … */
    subjectId: p.bigint('number').nullable(),
    details: p.json<Readonly<Record<string, unknown>>>().defaultRaw(`'{}'`),
  },
  indexes: [{ name: 'operator_acts_act_subject_id_index', properties: ['act', 'subjectId'] }],
  checks: [
    {
      name: 'operator_acts_act_check',
      expression: `act in (${OPERATOR_ACTS.map((act) => `'${act}'`).join(', ')})`,
    },
    { name: 'operator_acts_texts_check', expression: "btrim(operator) <> '' and btrim(reason) <> ''" },
  ],
});
