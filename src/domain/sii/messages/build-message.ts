import type { SiiMessageKind } from '../../../contracts/registers.ts';
import { escapeXml, SOAP } from 'verifactu-protocol/records/xml';
import { SUMINISTRO_INFORMACION, SUMINISTRO_LR, VERSION } from './namespaces.ts';

/** The issuer whose book a message is about (Titular). */
export type Holder = { readonly nif: string; readonly name: string };

/** At most this many records in a message (AEAT 4117). */
const MOST_RECORDS = 10_000;

const ROOTS: Readonly<Record<SiiMessageKind, string>> = {
  A0: 'SuministroLRFacturasEmitidas',
  A1: 'SuministroLRFacturasEmitidas',
  baja: 'BajaLRFacturasEmitidas',
  cobros: 'SuministroLRCobrosEmitidas',
};

/**
 * Builds the SOAP 1.1 message that sends records of one issuer and one kind, in any order.
 * @param records as `writeEntry`, `writeWithdrawal` or `writeCollections` wrote them.
 * @throws RangeError if there are not 1 to 10,000 records.
 */
export function buildMessage({
  kind,
  issuer,
  records,
}: {
  readonly kind: SiiMessageKind;
  readonly issuer: Holder;
  readonly records: readonly string[];
}): string {
  if (records.length === 0 || records.length > MOST_RECORDS)
    throw new RangeError(`A message takes 1 to ${MOST_RECORDS} records, not ${records.length}`);
  const root = `siiLR:${ROOTS[kind]}`;
  const type = kind === 'A0' || kind === 'A1' ? kind : null;
  return wrap({ siiLR: SUMINISTRO_LR }, `<${root}>${writeHeader(issuer, type)}${records.join('')}</${root}>`);
}

/** Writes the Cabecera. @param type TipoComunicacion; null if the message has none. */
export function writeHeader({ nif, name }: Holder, type: string | null): string {
  return (
    `<sii:Cabecera><sii:IDVersionSii>${VERSION}</sii:IDVersionSii>` +
    `<sii:Titular><sii:NombreRazon>${escapeXml(name)}</sii:NombreRazon><sii:NIF>${escapeXml(nif)}</sii:NIF></sii:Titular>` +
    (type === null ? '' : `<sii:TipoComunicacion>${type}</sii:TipoComunicacion>`) +
    '</sii:Cabecera>'
  );
}

/** Wraps a content in the envelope of a message. @param namespaces by prefix, besides `sii`. */
export function wrap(namespaces: Readonly<Record<string, string>>, content: string): string {
  const declared = Object.entries({ ...namespaces, sii: SUMINISTRO_INFORMACION })
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
    .join('');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<soapenv:Envelope xmlns:soapenv="${SOAP}"${declared}>` +
    `<soapenv:Header/><soapenv:Body>${content}</soapenv:Body></soapenv:Envelope>`
  );
}
