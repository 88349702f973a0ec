import type { CreateBatchBody, InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { buildRectifications } from './sample-rectifications.ts';
import { addDays, buildLine, buildSeries } from './sample-invoice.ts';
import { buildLinesOfWorks } from './sample-long.ts';
import { OPENING_INVOICES, type OpeningName } from './sample-opening.ts';
import {
  ASSOCIATION,
  COMPANY,
  FRENCH_COMPANY,
  ISLANDS,
  PERSON,
  RESIDENT,
  TOWN,
  TRAVELLER,
  WHOLESALER,
  WORKSHOP,
} from './sample-parties.ts';

export const OPENING_BATCH = 'opening';
export const SAMPLE_BATCH = 'sample';
/** The first invoice of the sample, which has one page. */
export const FIRST_INVOICE = 'discounts-and-a-credit';
/** The invoice of the sample with several pages. */
export const LONG_INVOICE = 'renovation-by-room';

/** Builds a batch of earlier invoices, which the sample corrects. */
export function buildOpeningBatch(today: string): CreateBatchBody {
  return {
    invoice_batch: { external_batch_id: OPENING_BATCH, invoices: buildSeries('A', today, OPENING_INVOICES) },
  };
}

/**
 * Builds the sample: 31 invoices that together cover every tax case of the API, five of them of an
 * issuer in SII. The last two are invalid on purpose.
 * @param today the day as `YYYY-MM-DD`.
 * @param ids the ids of the issued opening invoices.
 */
export function buildSampleBatch(today: string, ids: Readonly<Record<OpeningName, number>>): CreateBatchBody {
  const invoices = buildSeries('D', today, {
    ...buildOrdinary(today),
    ...buildAbroad(today),
    ...buildSpecialRegimes(today),
    ...buildRectifications(ids),
    [LONG_INVOICE]: buildLong(today),
    ...buildForSii(today),
    ...INVALID,
  });
  return { invoice_batch: { external_batch_id: SAMPLE_BATCH, invoices } };
}

function buildOrdinary(today: string): Record<string, InvoiceInput> {
  return {
    [FIRST_INVOICE]: {
      ...WORKSHOP,
      ...COMPANY,
      due_date: addDays(today, 30),
      payment_method_info: 'ES91 2100 0418 4502 0005 1332',
      footer_note: 'Garantía de dos años en piezas y mano de obra.',
      lines: [
        buildLine('Abono de la señal entregada', -1, 150, { position: 3, tax_rate: 21 }),
        buildLine('Mano de obra, hora de oficial de primera', 12.5, 38.4, { position: 1, tax_rate: 21 }),
        buildLine('Azulejo porcelánico 60 × 60 cm, m²', 46.8, 27.95, {
          position: 2,
          tax_rate: 21,
          discount_percent: 12.5,
          notes: 'Referencia NB-6060, tono arena, colocación incluida',
        }),
      ],
    },
    'every-rate': {
      ...WORKSHOP,
      ...PERSON,
      payment_method: 'credit_card',
      paid: true,
      lines: [
        buildLine('Cesta de regalo', 3, 24.75, { tax_rate: 21 }),
        buildLine('Conservas de pescado', 6, 4.2, { tax_rate: 10 }),
        buildLine('Libro «Cocina de mercado»', 2, 19.13, { tax_rate: 4 }),
        buildLine('Muestra sujeta al tipo cero', 1, 5, { tax_rate: 0 }),
      ],
    },
    'professional-fees': {
      ...WORKSHOP,
      ...COMPANY,
      due_date: addDays(today, 15),
      total_reimbursable_expenses_amount: 187.4,
      footer_note: 'Suplidos: tasas del Registro Mercantil pagadas en nombre del cliente.',
      lines: [
        buildLine('Proyecto técnico y dirección de obra', 1, 3200, {
          tax_rate: 21,
          income_tax_withholding_rate: 15,
        }),
        buildLine('Visitas de obra', 4, 95.5, { tax_rate: 21, income_tax_withholding_rate: 15 }),
      ],
    },
    'reverse-charge': {
      ...WORKSHOP,
      ...COMPANY,
      operation_type: 'reverse_charge_tax',
      payment_method: 'bank_remittance',
      lines: [
        buildLine('Ejecución de obra: forjado de segunda planta', 1, 18_450.75, { tax_operation_key: 'S2' }),
      ],
    },
    'exempt-and-not-subject': {
      ...WORKSHOP,
      ...ASSOCIATION,
      operation_type: 'non_deductible_vat',
      lines: [
        buildLine('Curso de restauración de muebles, 20 horas', 8, 140, { tax_exemption_code: 'E1' }),
        buildLine('Depósito aduanero: almacenaje', 1, 62.35, { tax_exemption_code: 'E4' }),
        buildLine('Cuotas sociales exentas', 12, 10, { tax_exemption_code: 'E6' }),
        buildLine('Indemnización por daños en el local', 1, 320, { tax_operation_key: 'N1' }),
      ],
    },
    'simplified-invoice': {
      ...WORKSHOP,
      invoice_type: 'F2',
      has_unidentified_recipient: true,
      payment_method: 'bizum',
      paid: true,
      lines: [
        buildLine('Juego de comedor en nogal', 1, 2890, { tax_regime: '18', tax_rate: 21 }),
        buildLine('Lámpara de pie', 2, 64.46, { tax_regime: '18', tax_rate: 21 }),
      ],
    },
  };
}

function buildAbroad(today: string): Record<string, InvoiceInput> {
  return {
    'goods-and-services-to-france': {
      ...WORKSHOP,
      ...FRENCH_COMPANY,
      operation_type: 'intra_community_acquisition_goods',
      due_date: addDays(today, 60),
      lines: [
        buildLine('Puertas macizas de roble', 14, 385, { tax_exemption_code: 'E5' }),
        buildLine('Asistencia técnica prestada en Toulouse', 6, 72, { tax_operation_key: 'N2' }),
      ],
    },
    'export-to-a-traveller': {
      ...WORKSHOP,
      ...TRAVELLER,
      operation_type: 'imports',
      payment_method: 'credit_card',
      lines: [
        buildLine('Cerámica de Talavera, juego de 24 piezas', 1, 640, {
          tax_regime: '02',
          tax_exemption_code: 'E2',
        }),
      ],
    },
    'ship-supplies': {
      ...ISLANDS,
      ...COMPANY,
      operation_type: 'intra_community_acquisition_services',
      lines: [
        buildLine('Avituallamiento del buque «Gran Faro»', 1, 4310.2, {
          tax_regime: '02',
          tax_exemption_code: 'E3',
        }),
      ],
    },
    'canary-islands': {
      ...ISLANDS,
      ...RESIDENT,
      lines: [
        buildLine('Servicio de jardinería', 10, 32.5, { tax_type: 'igic', tax_rate: 7 }),
        buildLine('Transporte interinsular', 1, 88, { tax_type: 'igic', tax_rate: 3 }),
      ],
    },
    'ceuta-and-another-tax': {
      ...ISLANDS,
      ...COMPANY,
      payment_method: 'others',
      payment_method_info: 'Compensación de saldos',
      lines: [
        buildLine('Material eléctrico, entrega en Ceuta', 25, 13.9, { tax_type: 'psi', tax_rate: 10 }),
        buildLine('Servicio sujeto a otro tributo', 1, 200, { tax_type: 'others', tax_rate: 1.5 }),
      ],
    },
    'works-in-melilla': {
      ...WORKSHOP,
      ...COMPANY,
      lines: [buildLine('Montaje de estanterías en Melilla', 1, 1975, { tax_regime: '08' })],
    },
  };
}

function buildSpecialRegimes(today: string): Record<string, InvoiceInput> {
  return {
    'antiques-and-gold': {
      ...WORKSHOP,
      ...RESIDENT,
      payment_method: 'cash_on_delivery',
      lines: [
        buildLine('Cómoda isabelina, hacia 1860', 1, 950, { tax_regime: '03', tax_rate: 21 }),
        buildLine('Lingote de oro de 50 g, 999,9 milésimas', 2, 4120.5, { tax_regime: '04' }),
      ],
    },
    'travel-agency': {
      ...ISLANDS,
      ...PERSON,
      payment_method: 'credit_card',
      lines: [
        buildLine('Circuito «Ruta de la Plata», 7 noches', 2, 890, { tax_regime: '05', tax_rate: 21 }),
        buildLine('Billete de avión, en nombre y por cuenta del transportista', 2, 164.3, {
          tax_regime: '09',
          tax_rate: 10,
        }),
      ],
    },
    'collected-for-others': {
      ...WORKSHOP,
      ...ASSOCIATION,
      lines: [buildLine('Derechos de autor cobrados por cuenta de socios', 1, 515.6, { tax_regime: '10' })],
    },
    'works-for-the-town': {
      ...WORKSHOP,
      ...TOWN,
      operation_date: addDays(today, 45),
      lines: [
        buildLine('Certificación de obra n.º 3: plaza de España', 1, 42_318.9, {
          tax_regime: '14',
          tax_rate: 21,
        }),
      ],
    },
    'yearly-maintenance': {
      ...WORKSHOP,
      ...COMPANY,
      operation_date: addDays(today, 20),
      lines: [
        buildLine('Mantenimiento de instalaciones, próxima cuota', 1, 260, {
          tax_regime: '15',
          tax_rate: 21,
        }),
      ],
    },
  };
}

function buildLong(today: string): InvoiceInput {
  return {
    ...WORKSHOP,
    ...PERSON,
    due_date: addDays(today, 30),
    payment_method_info: 'ES91 2100 0418 4502 0005 1332',
    operation_description: 'Reforma integral de vivienda',
    lines: buildLinesOfWorks(),
  };
}

/** The census of the stand-in for AEAT lacks the customer of the last one, whose entry it rejects. */
function buildForSii(today: string): Record<string, InvoiceInput> {
  return {
    'sii-two-rates': {
      ...WHOLESALER,
      ...COMPANY,
      due_date: addDays(today, 30),
      lines: [
        buildLine('Aceite de girasol, palé de 600 l', 4, 912.6, { tax_rate: 4 }),
        buildLine('Detergente industrial, bidón de 20 l', 36, 27.15, { tax_rate: 21 }),
      ],
    },
    'sii-reverse-charge': {
      ...WHOLESALER,
      ...COMPANY,
      operation_type: 'reverse_charge_tax',
      lines: [buildLine('Chatarra de acero, t', 7.25, 284.4, { tax_operation_key: 'S2' })],
    },
    'sii-exempt': {
      ...WHOLESALER,
      ...COMPANY,
      operation_type: 'non_deductible_vat',
      lines: [buildLine('Curso de manipulación de alimentos', 12, 48, { tax_exemption_code: 'E1' })],
    },
    'sii-simplified': {
      ...WHOLESALER,
      invoice_type: 'F2',
      has_unidentified_recipient: true,
      payment_method: 'cash',
      paid: true,
      lines: [buildLine('Surtido de conservas', 5, 18.9, { tax_rate: 10 })],
    },
    'sii-unknown-customer': {
      ...WHOLESALER,
      ...RESIDENT,
      lines: [buildLine('Cámara frigorífica de segunda mano', 1, 3150, { tax_rate: 21 })],
    },
  };
}

const INVALID: Record<string, InvoiceInput> = {
  'invalid-issuer': {
    ...WORKSHOP,
    ...PERSON,
    issuer_nif: 'B12345678',
    lines: [buildLine('Emisor con NIF erróneo', 1, 100)],
  },
  'invalid-date-and-rate': {
    ...WORKSHOP,
    ...COMPANY,
    operation_date: '',
    lines: [buildLine('Tipo de IVA que no existe', 1, 100, { tax_rate: 18 })],
  },
};
