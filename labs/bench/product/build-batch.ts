import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { todayInMadrid } from '../../../src/domain/reading/madrid-time.ts';

const CONCEPTS = [
  'Consultoría técnica de implantación, hora de analista sénior según propuesta aceptada y parte de trabajo firmado',
  'Mantenimiento mensual de la instalación eléctrica y revisión de los cuadros de la planta baja y del sótano',
  'Suministro de tóner y papel reciclado DIN A4 de 80 g, cajas de cinco paquetes, entregado en la sede central',
  'Transporte urgente de mercancía paletizada Madrid - Valencia, con seguro a todo riesgo y entrega antes de las 10:00',
  'Alquiler de furgoneta de 12 m³ con conductor, jornada completa, kilometraje ilimitado, combustible no incluido',
];
const STREETS = [
  'Calle Mayor',
  'Avenida de la Constitución',
  'Paseo de Gracia',
  'Calle de Alcalá',
  'Gran Vía',
];
const CITIES = ['Madrid', 'Sevilla', 'Barcelona', 'A Coruña', 'Bilbao'];
const RATES = [21, 21, 21, 10, 4];

/** The number of lines of an invoice. With it, a body of 1000 invoices has about 2 MB. */
const LINES = 5;

/**
 * Builds a request body with valid invoices. The same arguments give the same body.
 * @param series the prefix of the invoice numbers; they are unique if it is.
 */
export function buildBatch(count: number, series: string, issuerNif = 'B12345674'): Buffer {
  const random = openRandom(count);
  const today = todayInMadrid(new Date());
  const invoices = Array.from({ length: count }, (_, index) =>
    buildInvoice(series, index, issuerNif, today, random),
  );
  return Buffer.from(JSON.stringify({ invoice_batch: { external_batch_id: series, invoices } }));
}

/** Gives each invoice of a body a number of lines, by repeating those that it has. */
export function lengthen(body: Buffer, lines: number): Buffer {
  const parsed = JSON.parse(body.toString()) as {
    invoice_batch: { invoices: { lines: InvoiceLineInput[] }[] };
  };
  for (const invoice of parsed.invoice_batch.invoices) {
    const own = invoice.lines;
    invoice.lines = Array.from({ length: lines }, (_, index) => ({
      ...own[index % own.length]!,
      position: index + 1,
    }));
  }
  return Buffer.from(JSON.stringify(parsed));
}

/** Translates a body of version 1 to version 2. */
export function translateBatch(body: Buffer): Buffer {
  return Buffer.from(body.toString().replaceAll('"operation_date"', '"issue_date"'));
}

function buildInvoice(
  series: string,
  index: number,
  issuerNif: string,
  today: string,
  random: () => number,
): InvoiceInput {
  const number = `${series}-${String(index + 1).padStart(6, '0')}`;
  return {
    external_invoice_id: `pedido-${number}`,
    issuer_nif: issuerNif,
    number_serie: number,
    issuer_name: 'Suministros y Servicios Ejemplo, S.L.',
    invoice_type: 'F1',
    operation_description: 'Servicios y suministros del mes según contrato marco',
    operation_date: today,
    recipient_legal_name: `Construcciones y Reformas Ejemplo ${index + 1}, S.L.`,
    recipient_document_type: 'nif',
    recipient_document_number: 'A12345674',
    recipient_billing_address: `${pick(STREETS, random)} ${Math.ceil(random() * 200)}, 3.º izquierda`,
    recipient_billing_postal_code: String(1000 + Math.floor(random() * 51_999)).padStart(5, '0'),
    recipient_billing_city: pick(CITIES, random),
    payment_method: 'bank_transfer',
    payment_method_info: 'ES91 2100 0418 4502 0005 1332',
    operation_type: 'domestic_operations_deductible_vat',
    footer_note: 'Gracias por su confianza.',
    lines: Array.from({ length: LINES }, (_, position) => buildLine(position, random)),
  };
}

function buildLine(position: number, random: () => number): InvoiceLineInput {
  return {
    position: position + 1,
    concept: CONCEPTS[position % CONCEPTS.length]!,
    units: Math.ceil(random() * 40) / 4,
    unit_price: Math.ceil(random() * 20_000) / 100,
    ...(random() < 0.3 ? { discount_percent: 10 } : {}),
    tax_type: 'iva',
    tax_regime: '01',
    tax_operation_key: 'S1',
    tax_rate: pick(RATES, random),
  };
}

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)]!;
}

/**
 * The generator Mulberry32: uniformly distributed numbers from 0 to 1, the same ones for the same
 * seed.
 */
function openRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
