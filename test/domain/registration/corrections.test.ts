import { describe, expect, it } from 'vitest';
import { buildEnvelope } from 'verifactu-protocol/remission/build-envelope';
import { describeInvoice } from '#src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { buildRegistroAnulacion } from 'verifactu-protocol/records/build-registro-anulacion';
import { openAeatSchema } from '../support/aeat-schema.ts';
import { buildInput, documentOf } from '../support/inputs.ts';
import { GENERATED_AT, PREVIOUS, SYSTEM, textOf } from '../../../packages/verifactu/test/support/records.ts';
import { hasSharedFacts } from '../support/shared-facts.ts';

const common = { externalReference: '1', system: SYSTEM, previous: PREVIOUS, generatedAt: GENERATED_AT };
const invoice = { issuerNif: 'B12345674', number: 'A-1', issueDate: '2026-11-20' };
const registered = describeInvoice(documentOf(buildInput()));

const ALTAS = [
  [undefined, null, null],
  ['of_accepted', 'S', null],
  ['of_rejected', 'S', 'X'],
  ['of_rejected_correction', 'S', 'S'],
] as const;
const ANULACIONES = [
  [{}, null, null],
  [{ withoutPriorRecord: true }, 'S', null],
  [{ afterRejection: true }, null, 'S'],
  [{ withoutPriorRecord: true, afterRejection: true }, 'S', 'S'],
] as const;

describe('the flags of a correction (AEAT’s matrix of operations)', () => {
  it.each(ALTAS)(
    'of an alta %s are Subsanacion %s and RechazoPrevio %s',
    (correction, subsanacion, rechazo) => {
      const { xml } = buildRegistroAlta({
        ...common,
        invoice: registered,
        ...(correction && { correction }),
      });
      expect(textOf(xml, 'Subsanacion')).toBe(subsanacion);
      expect(textOf(xml, 'RechazoPrevio')).toBe(rechazo);
    },
  );

  it.each(ANULACIONES)(
    'of an anulación %j are SinRegistroPrevio %s and RechazoPrevio %s',
    (flags, without, rechazo) => {
      const { xml } = buildRegistroAnulacion({ ...common, ...invoice, ...flags });
      expect(textOf(xml, 'SinRegistroPrevio')).toBe(without);
      expect(textOf(xml, 'RechazoPrevio')).toBe(rechazo);
    },
  );

  it('do not change the huella', () => {
    const hashes = ALTAS.map(
      ([correction]) =>
        buildRegistroAlta({ ...common, invoice: registered, ...(correction && { correction }) }).hash,
    );
    expect(new Set(hashes).size).toBe(1);
  });

  it.skipIf(!hasSharedFacts)('are valid against AEAT’s schema in every combination', () => {
    const records = [
      ...ALTAS.map(
        ([correction]) =>
          buildRegistroAlta({ ...common, invoice: registered, ...(correction && { correction }) }).xml,
      ),
      ...ANULACIONES.map(([flags]) => buildRegistroAnulacion({ ...common, ...invoice, ...flags }).xml),
    ];
    using schema = openAeatSchema();
    const envelope = buildEnvelope({
      issuer: { nif: 'B12345674', name: 'Uno SL' },
      hasIncident: false,
      records,
    });
    expect(() => schema.check(envelope)).not.toThrow();
  });
});
