import { formatRecordDate } from 'verifactu-protocol/records/xml';
import type { Party } from 'verifactu-protocol/records/registered-invoice';
import { each, leaf, of, parent, type Part } from '../../xml/parts.ts';
import type { Block, BookPeriod, IssuedInvoice, Reference, SiiEntry, VatRow } from '../entry.ts';

/** What only the engine knows of an entry when it is written. */
export type OwnMarks = {
  /** NumSerieFacturaEmisor. */
  readonly number: string;
  /** RefExterna, which AEAT echoes; at most 60 characters. */
  readonly externalReference: string;
};

type Written = SiiEntry & OwnMarks;
type Withdrawn = BookPeriod & Pick<SiiEntry, 'issuer' | 'issueDate'> & OwnMarks;
type Described = { readonly invoice: IssuedInvoice; readonly externalReference: string };

const flag = <T>(name: string, read: (value: T) => boolean): Part<T> =>
  leaf(name, (value) => (read(value) ? 'S' : undefined));
const date = <T>(name: string, read: (value: T) => string | null): Part<T> =>
  leaf(name, (value) => {
    const day = read(value);
    return day === null ? undefined : formatRecordDate(day);
  });

const PERIOD: Part<BookPeriod> = parent(
  'sii:PeriodoLiquidacion',
  leaf('sii:Ejercicio', ({ fiscalYear }) => String(fiscalYear)),
  leaf('sii:Periodo', ({ period }) => period),
);

export const IDENTITY: Part<{ issuerNif: string } & Reference> = parent(
  'siiLR:IDFactura',
  parent(
    'sii:IDEmisorFactura',
    leaf('sii:NIF', ({ issuerNif }) => issuerNif),
  ),
  leaf('sii:NumSerieFacturaEmisor', ({ number }) => number),
  date('sii:FechaExpedicionFacturaEmisor', ({ issueDate }) => issueDate),
);

const identify = ({ issuer, number, issueDate }: Pick<Written, 'issuer' | 'number' | 'issueDate'>) => ({
  issuerNif: issuer.nif,
  number,
  issueDate,
});

const reference = (list: string, name: string, read: (invoice: IssuedInvoice) => readonly Reference[]) =>
  parent<IssuedInvoice>(
    list,
    each(
      read,
      parent(
        name,
        leaf('sii:NumSerieFacturaEmisor', ({ number }) => number),
        date('sii:FechaExpedicionFacturaEmisor', ({ issueDate }) => issueDate),
      ),
    ),
  );

const REPLACED: Part<IssuedInvoice> = of(
  ({ rectification }) => rectification?.replaced ?? undefined,
  parent(
    'sii:ImporteRectificacion',
    leaf('sii:BaseRectificada', ({ base }) => base),
    leaf('sii:CuotaRectificada', ({ tax }) => tax),
    leaf('sii:CuotaRecargoRectificado', ({ surcharge }) => surcharge),
  ),
);

const [PRINCIPAL, ...ADDITIONAL] = [
  'sii:ClaveRegimenEspecialOTrascendencia',
  'sii:ClaveRegimenEspecialOTrascendenciaAdicional1',
  'sii:ClaveRegimenEspecialOTrascendenciaAdicional2',
].map((name, place) => leaf<IssuedInvoice>(name, ({ keys }) => keys[place]));

const PROPERTIES: Part<IssuedInvoice> = parent(
  'sii:DatosInmueble',
  each(
    ({ properties }) => properties,
    parent(
      'sii:DetalleInmueble',
      leaf('sii:SituacionInmueble', ({ situation }) => situation),
      leaf('sii:ReferenciaCatastral', ({ cadastralReference }) => cadastralReference ?? undefined),
    ),
  ),
);

const COUNTERPARTY: Part<IssuedInvoice> = of(
  ({ counterparty }) => counterparty ?? undefined,
  parent(
    'sii:Contraparte',
    leaf('sii:NombreRazon', ({ name }: Party) => name),
    leaf('sii:NIF', ({ identification }: Party) =>
      'nif' in identification ? identification.nif : undefined,
    ),
    of(
      ({ identification }: Party) => ('nif' in identification ? undefined : identification),
      parent(
        'sii:IDOtro',
        leaf('sii:CodigoPais', ({ country }) => country ?? undefined),
        leaf('sii:IDType', ({ type }) => type),
        leaf('sii:ID', ({ id }) => id),
      ),
    ),
  ),
);

const ROW: Part<VatRow> = parent(
  'sii:DetalleIVA',
  leaf('sii:TipoImpositivo', ({ rate }) => rate),
  leaf('sii:BaseImponible', ({ base }) => base),
  leaf('sii:CuotaRepercutida', ({ tax }) => tax),
  leaf('sii:TipoRecargoEquivalencia', ({ surcharge }) => surcharge?.rate),
  leaf('sii:CuotaRecargoEquivalencia', ({ surcharge }) => surcharge?.amount),
);

const SUBJECT: Part<Block> = parent(
  'sii:Sujeta',
  parent(
    'sii:Exenta',
    each(
      ({ exempt }) => exempt,
      parent(
        'sii:DetalleExenta',
        leaf('sii:CausaExencion', ({ cause }) => cause),
        leaf('sii:BaseImponible', ({ base }) => base),
      ),
    ),
  ),
  of(
    ({ taxed }) => taxed ?? undefined,
    parent(
      'sii:NoExenta',
      leaf('sii:TipoNoExenta', ({ kind }) => kind),
      parent(
        'sii:DesgloseIVA',
        each(({ rows }) => rows, ROW),
      ),
    ),
  ),
);

const NOT_SUBJECT: Part<Block> = parent(
  'sii:NoSujeta',
  leaf('sii:ImportePorArticulos7_14_Otros', ({ otherwiseNotSubject }) => otherwiseNotSubject ?? undefined),
  leaf('sii:ImporteTAIReglasLocalizacion', ({ locatedElsewhere }) => locatedElsewhere ?? undefined),
);

const block = (name: string, read: (invoice: IssuedInvoice) => Block | null): Part<IssuedInvoice> =>
  of((invoice) => read(invoice) ?? undefined, parent(name, SUBJECT, NOT_SUBJECT));

const BREAKDOWN: Part<IssuedInvoice> = parent(
  'sii:TipoDesglose',
  block('sii:DesgloseFactura', ({ breakdown }) => (breakdown.kind === 'invoice' ? breakdown.block : null)),
  parent(
    'sii:DesgloseTipoOperacion',
    block('sii:PrestacionServicios', ({ breakdown }) =>
      breakdown.kind === 'operation' ? breakdown.services : null,
    ),
    block('sii:Entrega', ({ breakdown }) => (breakdown.kind === 'operation' ? breakdown.goods : null)),
  ),
);

const invoiceOf = ({ invoice }: Described) => invoice;

/** FacturaExpedida, in the order of the schema. */
const INVOICE: Part<Described> = parent(
  'siiLR:FacturaExpedida',
  of(
    invoiceOf,
    leaf('sii:TipoFactura', ({ type }) => type),
    leaf('sii:TipoRectificativa', ({ rectification }) => rectification?.method),
    reference('sii:FacturasAgrupadas', 'sii:IDFacturaAgrupada', ({ groups }) => groups),
    reference(
      'sii:FacturasRectificadas',
      'sii:IDFacturaRectificada',
      ({ rectification }) => rectification?.invoices ?? [],
    ),
    REPLACED,
    date('sii:FechaOperacion', ({ operationDate }) => operationDate),
    PRINCIPAL!,
    ...ADDITIONAL,
    leaf('sii:ImporteTotal', ({ total }) => total ?? undefined),
    leaf('sii:BaseImponibleACoste', ({ costBase }) => costBase ?? undefined),
    leaf('sii:DescripcionOperacion', ({ description }) => description),
  ),
  leaf('sii:RefExterna', ({ externalReference }) => externalReference),
  of(
    invoiceOf,
    flag('sii:FacturaSimplificadaArticulos7.2_7.3', ({ isQualifiedSimplified }) => isQualifiedSimplified),
    flag('sii:RegPrevioGGEEoREDEMEoCompetencia', ({ isBeforeInclusion }) => isBeforeInclusion),
    flag('sii:Macrodato', ({ isMacrodato }) => isMacrodato),
    PROPERTIES,
    flag('sii:EmitidaPorTercerosODestinatario', ({ isIssuedByOther }) => isIssuedByOther),
    flag('sii:VariosDestinatarios', ({ hasSeveralRecipients }) => hasSeveralRecipients),
    flag('sii:Cupon', ({ hasCoupon }) => hasCoupon),
    // The schema spells it so.
    flag('sii:FacturaSinIdentifDestinatarioAritculo6.1.d', (invoice) => invoice.hasUnidentifiedRecipient),
    COUNTERPARTY,
    BREAKDOWN,
  ),
);

const ENTRY = parent<Written>('siiLR:RegistroLRFacturasEmitidas', PERIOD, of(identify, IDENTITY), INVOICE);

const WITHDRAWAL = parent<Withdrawn>(
  'siiLR:RegistroLRBajaExpedidas',
  PERIOD,
  of(identify, IDENTITY),
  leaf('siiLR:RefExterna', ({ externalReference }) => externalReference),
);

const EUROS = 'EUR';

/** Writes a RegistroLRFacturasEmitidas, whose prefixes the message declares. */
export function writeEntry(entry: SiiEntry, own: OwnMarks): string {
  return ENTRY({ ...entry, ...own }, EUROS);
}

/**
 * Writes a RegistroLRBajaExpedidas, which withdraws an entry.
 * @param entry with the period of its last movement (AEAT 3019).
 */
export function writeWithdrawal(
  entry: BookPeriod & Pick<SiiEntry, 'issuer' | 'issueDate'>,
  own: OwnMarks,
): string {
  return WITHDRAWAL({ ...entry, ...own }, EUROS);
}
