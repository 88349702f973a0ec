import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { buildLine } from './sample-invoice.ts';
import type { OpeningName } from './sample-opening.ts';
import { COMPANY, ISLANDS, PERSON, WORKSHOP } from './sample-parties.ts';

/**
 * Builds one rectifying invoice of each kind, by differences, and an F3 in exchange for a
 * simplified invoice.
 * @param ids the ids of the issued opening invoices.
 */
export function buildRectifications(
  ids: Readonly<Record<OpeningName, number>>,
): Record<string, InvoiceInput> {
  return {
    'r1-wrong-rate': {
      ...ISLANDS,
      ...COMPANY,
      invoice_type: 'R1',
      rectified_invoice_id: ids['wrong-rate'],
      operation_description: 'Rectificación del tipo de IGIC aplicado',
      lines: [
        buildLine('Mobiliario de oficina: se anula el tipo del 7 %', -4, 310, {
          tax_type: 'igic',
          tax_rate: 7,
        }),
        buildLine('Mobiliario de oficina: tipo correcto del 3 %', 4, 310, { tax_type: 'igic', tax_rate: 3 }),
      ],
    },
    'r2-insolvency': {
      ...WORKSHOP,
      ...COMPANY,
      invoice_type: 'R2',
      rectified_invoice_id: ids['insolvent-tenant'],
      operation_description: 'Modificación de la base imponible por concurso del arrendatario',
      lines: [buildLine('Alquiler de nave industrial', -1, 1800, { tax_regime: '11', tax_rate: 21 })],
    },
    'r3-bad-debt': {
      ...WORKSHOP,
      ...PERSON,
      invoice_type: 'R3',
      rectified_invoice_id: ids.unpaid,
      operation_description: 'Modificación de la base imponible por crédito incobrable',
      lines: [buildLine('Reforma de cocina, segundo plazo', -1, 2450, { tax_regime: '07', tax_rate: 21 })],
    },
    'r4-returned-goods': {
      ...WORKSHOP,
      ...COMPANY,
      invoice_type: 'R4',
      rectified_invoice_id: ids['returned-goods'],
      operation_type: 'agricultural_compensation',
      lines: [
        buildLine('Devolución: aceitunas de mesa, caja de 10 kg', -5, 41.5, {
          tax_regime: '19',
          tax_exemption_code: 'E6',
        }),
      ],
    },
    'r5-distance-sale': {
      ...WORKSHOP,
      invoice_type: 'R5',
      rectified_invoice_id: ids['distance-sale'],
      payment_method: 'credit_card',
      lines: [buildLine('Devolución: lámpara de forja', -1, 79.9, { tax_regime: '17' })],
    },
    'f3-instead-of-ticket': {
      ...WORKSHOP,
      ...COMPANY,
      invoice_type: 'F3',
      rectified_invoice_id: ids.ticket,
      payment_method: 'cash',
      paid: true,
      lines: [buildLine('Menú de grupo', 14, 18.5, { tax_regime: '20', tax_rate: 10 })],
    },
  };
}
