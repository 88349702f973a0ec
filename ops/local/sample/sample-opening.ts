import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { buildLine } from './sample-invoice.ts';
import { COMPANY, ISLANDS, PERSON, WORKSHOP } from './sample-parties.ts';

/**
 * The invoices that the sample's rectifying invoices correct and its F3 replaces, by the kind of
 * correction.
 */
export const OPENING_INVOICES = {
  'wrong-rate': {
    ...ISLANDS,
    ...COMPANY,
    lines: [
      buildLine('Mobiliario de oficina, entrega en Las Palmas', 4, 310, { tax_type: 'igic', tax_rate: 7 }),
    ],
  },
  'insolvent-tenant': {
    ...WORKSHOP,
    ...COMPANY,
    lines: [buildLine('Alquiler de nave industrial', 1, 1800, { tax_regime: '11', tax_rate: 21 })],
  },
  unpaid: {
    ...WORKSHOP,
    ...PERSON,
    lines: [buildLine('Reforma de cocina, segundo plazo', 1, 2450, { tax_regime: '07', tax_rate: 21 })],
  },
  'returned-goods': {
    ...WORKSHOP,
    ...COMPANY,
    lines: [
      buildLine('Aceitunas de mesa, cosecha propia, caja de 10 kg', 60, 41.5, {
        tax_regime: '19',
        tax_exemption_code: 'E6',
      }),
    ],
  },
  'distance-sale': {
    ...WORKSHOP,
    invoice_type: 'F2',
    payment_method: 'credit_card',
    paid: true,
    lines: [buildLine('Lámpara de forja, venta a distancia a Portugal', 2, 79.9, { tax_regime: '17' })],
  },
  ticket: {
    ...WORKSHOP,
    invoice_type: 'F2',
    payment_method: 'cash',
    paid: true,
    lines: [buildLine('Menú de grupo', 14, 18.5, { tax_regime: '20', tax_rate: 10 })],
  },
} satisfies Readonly<Record<string, InvoiceInput>>;
export type OpeningName = keyof typeof OPENING_INVOICES;
