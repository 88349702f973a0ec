import { defineEntity, p } from '@mikro-orm/core';

/** The declaración responsable of a version and its producer (Orden HAC/1177/2024, art. 15). Append-only. */
export const ResponsibleDeclarationRow = defineEntity({
  name: 'ResponsibleDeclarationRow',
  tableName: 'responsible_declarations',
  properties: {
    version: p.string().length(50).primary(),
    producerNif: p.string().length(9).primary(),
    producerName: p.string().length(120).primary(),
    /** The day, in Madrid, on which the version first ran with its producer's data. */
    signedOn: p.date(),
    text: p.text(),
    storedAt: p.datetime().defaultRaw('now()'),
  },
});
