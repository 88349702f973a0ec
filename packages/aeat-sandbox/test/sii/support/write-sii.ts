import { SII_CONSULTA, SII_INFORMACION, SII_SUMINISTRO, SOAP } from '../../../src/xml/namespaces.ts';
import { branch, leaf } from '../../../src/xml/write-xml.ts';
import type { BookId, Period } from '../../../src/sii/records/invoice.ts';
import type { Content } from '../../../src/sii/records/content.ts';

export const TAXPAYER = 'B12345674';
export const NAME = 'EJEMPLO SUMINISTROS SL';
export const NOW = Date.parse('2026-11-21T09:30:15+01:00');

/** The members of FacturaExpedida in the order of the schema. */
const ORDER = [
  'TipoFactura',
  'TipoRectificativa',
  'FacturasAgrupadas',
  'FacturasRectificadas',
  'ImporteRectificacion',
  'FechaOperacion',
  'ClaveRegimenEspecialOTrascendencia',
  'ClaveRegimenEspecialOTrascendenciaAdicional1',
  'ClaveRegimenEspecialOTrascendenciaAdicional2',
  'NumRegistroAcuerdoFacturacion',
  'ImporteTotal',
  'BaseImponibleACoste',
  'DescripcionOperacion',
  'RefExterna',
  'FacturaSimplificadaArticulos7.2_7.3',
  'EntidadSucedida',
  'RegPrevioGGEEoREDEMEoCompetencia',
  'Macrodato',
  'DatosInmueble',
  'ImporteTransmisionInmueblesSujetoAIVA',
  'EmitidaPorTercerosODestinatario',
  'FacturacionDispAdicionalTerceraYsextayDelMercadoOrganizadoDelGas',
  'VariosDestinatarios',
  'Cupon',
  'FacturaSinIdentifDestinatarioAritculo6.1.d',
  'Contraparte',
  'TipoDesglose',
];

/** A record of an invoice. A member that is undefined is not written. */
export type Draft = {
  readonly number?: string;
  readonly lastNumber?: string;
  readonly date?: string;
  readonly issuer?: string;
  readonly period?: Period;
  readonly invoice?: Readonly<Record<string, Content[string] | undefined>>;
};

export const NOVEMBER: Period = { year: '2026', period: '11' };
const PARTY: Content = { NombreRazon: 'CLIENTE NACIONAL SA', NIF: 'A12345674' };

/** Builds a DetalleIVA of 100.00 € at 21 %. */
export function rowOf(changes: Readonly<Record<string, string | undefined>> = {}): Content {
  return dropAbsent({ TipoImpositivo: '21', BaseImponible: '100.00', CuotaRepercutida: '21.00', ...changes });
}

/** Builds a block with rows of a kind. */
export function taxable(kind = 'S1', rows: readonly Content[] = [rowOf()]): Content {
  return { Sujeta: { NoExenta: { TipoNoExenta: kind, DesgloseIVA: { DetalleIVA: rows } } } };
}

/** Builds a block that is exempt for a cause. */
export function exempt(cause: string, base = '100.00'): Content {
  return { Sujeta: { Exenta: { DetalleExenta: [{ CausaExencion: cause, BaseImponible: base }] } } };
}

/** Builds a block that is not subject, by default for its place. */
export function notSubject(amounts: Content = { ImporteTAIReglasLocalizacion: '100.00' }): Content {
  return { NoSujeta: amounts };
}

export function byInvoice(block: Content): Content {
  return { DesgloseFactura: block };
}
export function byOperation(blocks: Content): Content {
  return { DesgloseTipoOperacion: blocks };
}

/** A foreign party, identified by IDOtro. */
export function foreigner(idType: string, id: string, country?: string): Content {
  const other = dropAbsent({ CodigoPais: country, IDType: idType, ID: id });
  return { NombreRazon: 'EXEMPLE SARL', IDOtro: other };
}

/** Writes a message with issued invoices. */
export function writeSupply(
  drafts: readonly Draft[],
  { communication = 'A0', nif = TAXPAYER, name = NAME }: Partial<Header> = {},
): string {
  return writeMessage(
    'siiLR:SuministroLRFacturasEmitidas',
    writeHeader({ nif, name, communication }),
    drafts.map((draft, index) =>
      branch(
        'siiLR:RegistroLRFacturasEmitidas',
        writePeriod(draft.period ?? NOVEMBER),
        branch('siiLR:IDFactura', writeId(idOf(draft, index, nif), draft.lastNumber)),
        branch('siiLR:FacturaExpedida', writeInvoice(draft)),
      ),
    ),
  );
}

/** Writes a message that withdraws records. */
export function writeWithdrawal(
  drafts: readonly Draft[],
  { nif = TAXPAYER, name = NAME }: Partial<Header> = {},
): string {
  return writeMessage(
    'siiLR:BajaLRFacturasEmitidas',
    writeHeader({ nif, name, communication: null }),
    drafts.map((draft, index) =>
      branch(
        'siiLR:RegistroLRBajaExpedidas',
        writePeriod(draft.period ?? NOVEMBER),
        branch('siiLR:IDFactura', writeId(idOf(draft, index, nif))),
        leaf('siiLR:RefExterna', `baja-${index + 1}`),
      ),
    ),
  );
}

/** Writes a message with payments, one list for each invoice. */
export function writePayments(lists: readonly (Draft & { readonly payments: readonly Content[] })[]): string {
  return writeMessage(
    'siiLR:SuministroLRCobrosEmitidas',
    writeHeader({ nif: TAXPAYER, name: NAME, communication: null }),
    lists.map((draft, index) =>
      branch(
        'siiLR:RegistroLRCobros',
        branch('siiLR:IDFactura', writeId(idOf(draft, index, TAXPAYER))),
        branch('siiLR:Cobros', draft.payments.map((payment) => branch('sii:Cobro', write(payment))).join('')),
      ),
    ),
  );
}

/** Writes a query for the invoices of a period. @param filter XML after the period. */
export function writeQuery(filter = '', period: Period = NOVEMBER, nif = TAXPAYER): string {
  return writeMessage(
    'siiLRC:ConsultaLRFacturasEmitidas',
    writeHeader({ nif, name: NAME, communication: null }),
    [branch('siiLRC:FiltroConsulta', writePeriod(period), filter)],
  );
}

/** Writes a query for the payments of an invoice. */
export function writePaymentQuery(draft: Draft, key: number | null = null): string {
  return writeMessage(
    'siiLRC:ConsultaCobros',
    writeHeader({ nif: TAXPAYER, name: NAME, communication: null }),
    [
      branch(
        'siiLRC:FiltroConsultaCobros',
        branch('siiLRC:IDFactura', writeId(idOf(draft, 0, TAXPAYER))),
        leaf('siiLRC:ClavePaginacion', key),
      ),
    ],
  );
}

type Header = { readonly nif: string; readonly name: string; readonly communication: string | null };

/** Returns the id of the record at a position, by default `A/1`, `A/2` … */
export function idOf({ number, date, issuer }: Draft, index: number, nif = TAXPAYER): BookId {
  return { nif: issuer ?? nif, number: number ?? `A/${index + 1}`, date: date ?? '20-11-2026' };
}

export function writeId({ nif, number, date }: BookId, lastNumber?: string): string {
  return (
    branch('sii:IDEmisorFactura', leaf('sii:NIF', nif)) +
    leaf('sii:NumSerieFacturaEmisor', number) +
    leaf('sii:NumSerieFacturaEmisorResumenFin', lastNumber ?? null) +
    leaf('sii:FechaExpedicionFacturaEmisor', date)
  );
}

function writeInvoice({ invoice }: Draft): string {
  const members = {
    TipoFactura: 'F1',
    ClaveRegimenEspecialOTrascendencia: '01',
    ImporteTotal: '121.00',
    DescripcionOperacion: 'Material de oficina',
    Contraparte: PARTY,
    TipoDesglose: byInvoice(taxable()),
    ...invoice,
  };
  const ordered = Object.entries(members).toSorted(
    ([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other),
  );
  return write(dropAbsent(Object.fromEntries(ordered)));
}

function write(content: Content): string {
  return Object.entries(content)
    .flatMap(([name, value]) => {
      if (typeof value === 'string') return [leaf(`sii:${name}`, value)];
      const blocks = Array.isArray(value) ? (value as readonly Content[]) : [value as Content];
      return blocks.map((block) => branch(`sii:${name}`, write(block)));
    })
    .join('');
}

function writeHeader({ nif, name, communication }: Header): string {
  return branch(
    'sii:Cabecera',
    leaf('sii:IDVersionSii', '1.1'),
    branch('sii:Titular', leaf('sii:NombreRazon', name), leaf('sii:NIF', nif)),
    leaf('sii:TipoComunicacion', communication),
  );
}

function writePeriod({ year, period }: Period): string {
  return branch('sii:PeriodoLiquidacion', leaf('sii:Ejercicio', year), leaf('sii:Periodo', period));
}

function writeMessage(root: string, header: string, records: readonly string[]): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<soapenv:Envelope xmlns:soapenv="${SOAP}" xmlns:siiLR="${SII_SUMINISTRO}"` +
    ` xmlns:siiLRC="${SII_CONSULTA}" xmlns:sii="${SII_INFORMACION}"><soapenv:Header/>` +
    branch('soapenv:Body', branch(root, header, ...records)) +
    '</soapenv:Envelope>'
  );
}

function dropAbsent<T>(members: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, T] => entry[1] !== undefined),
  );
}
