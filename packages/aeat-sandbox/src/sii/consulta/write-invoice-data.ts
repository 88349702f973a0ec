import { normaliseDecimal } from '../../records/decimal.ts';
import { branch, leaf } from '../../xml/write-xml.ts';
import type { BookEntry } from '../book/book.ts';
import type { Content } from '../records/content.ts';

/** Amounts and rates, which AEAT returns without trailing zeros. */
const NUMBERS: ReadonlySet<string> = new Set([
  'BaseRectificada',
  'CuotaRectificada',
  'CuotaRecargoRectificado',
  'ImporteTotal',
  'BaseImponibleACoste',
  'ImporteTransmisionInmueblesSujetoAIVA',
  'BaseImponible',
  'TipoImpositivo',
  'CuotaRepercutida',
  'TipoRecargoEquivalencia',
  'CuotaRecargoEquivalencia',
  'ImportePorArticulos7_14_Otros',
  'ImporteTAIReglasLocalizacion',
  'Importe',
]);
/** The elements below those of the answer's own schema that belong to it, too. */
const OWN: ReadonlySet<string> = new Set([
  'IDFacturaAgrupada',
  'IDFacturaRectificada',
  'DetalleInmueble',
  'DesgloseFactura',
  'DesgloseTipoOperacion',
]);

/** Writes DatosFacturaEmitida. */
export function writeInvoiceData({ content, payments }: BookEntry): string {
  return branch(
    'siiLRRC:DatosFacturaEmitida',
    writeContent(content, (name, depth) => (depth === 0 || OWN.has(name) ? 'siiLRRC' : 'sii')),
    leaf('siiLRRC:Cobros', payments.length > 0 ? 'S' : 'N'),
  );
}

/** Writes DatosCobro. */
export function writePaymentData(payment: Content): string {
  return branch(
    'siiLRRC:DatosCobro',
    writeContent(payment, () => 'sii'),
  );
}

function writeContent(
  content: Content,
  prefixOf: (name: string, depth: number) => string,
  depth = 0,
): string {
  return Object.entries(content)
    .flatMap(([name, value]) => {
      const tag = `${prefixOf(name, depth)}:${name}`;
      if (typeof value === 'string') return [leaf(tag, NUMBERS.has(name) ? normaliseDecimal(value) : value)];
      const blocks = Array.isArray(value) ? (value as readonly Content[]) : [value as Content];
      return blocks.map((block) => branch(tag, writeContent(block, prefixOf, depth + 1)));
    })
    .join('');
}
