import { choice, elementsOf, sequence, type SequenceType } from '../../schema/model.ts';
import { AMOUNT, DATE, RATE as PERCENTAGE, text, YES_NO } from '../../schema/simple-types.ts';
import { SII_INFORMACION } from '../../xml/namespaces.ts';
import { COUNTERPARTY, OWN_INVOICE_ID, SPANISH_PARTY } from './parties.ts';
import { EXEMPTION, INVOICE_TYPE, KEY, RECTIFICATION, SITUATION, TAXABLE_KIND } from './values.ts';

const { one, maybe, many } = elementsOf(SII_INFORMACION);

/** The code for too many rows or properties. */
const TOO_MANY_ROWS = 4116;
const MAX_EXEMPT_ROWS = 7;
const MAX_RATES = 6;
const MAX_PROPERTIES = 15;

const [RATE, BASE, TAX] = [
  maybe('TipoImpositivo', PERCENTAGE),
  one('BaseImponible', AMOUNT),
  maybe('CuotaRepercutida', AMOUNT),
];
const ROW = sequence(RATE, BASE, TAX);
const SURCHARGED_ROW = sequence(
  RATE,
  BASE,
  TAX,
  maybe('TipoRecargoEquivalencia', PERCENTAGE),
  maybe('CuotaRecargoEquivalencia', AMOUNT),
);
const EXEMPT = sequence(
  many(
    'DetalleExenta',
    sequence(maybe('CausaExencion', EXEMPTION), one('BaseImponible', AMOUNT)),
    MAX_EXEMPT_ROWS,
    TOO_MANY_ROWS,
  ),
);
const NOT_SUBJECT = sequence(
  maybe('ImportePorArticulos7_14_Otros', AMOUNT),
  maybe('ImporteTAIReglasLocalizacion', AMOUNT),
);

/** TipoSinDesgloseType and, without surcharge, TipoSinDesglosePrestacionType. */
function block(row: SequenceType): SequenceType {
  const rows = many('DetalleIVA', row, MAX_RATES, TOO_MANY_ROWS);
  const taxable = sequence(one('TipoNoExenta', TAXABLE_KIND), one('DesgloseIVA', sequence(rows)));
  return sequence(
    maybe('Sujeta', sequence(maybe('Exenta', EXEMPT), maybe('NoExenta', taxable))),
    maybe('NoSujeta', NOT_SUBJECT),
  );
}
const GOODS = block(SURCHARGED_ROW);
const SERVICES = block(ROW);
const BREAKDOWN = sequence(
  choice([
    one('DesgloseFactura', GOODS),
    one('DesgloseTipoOperacion', sequence(maybe('PrestacionServicios', SERVICES), maybe('Entrega', GOODS))),
  ]),
);

function invoices(name: string): SequenceType {
  return sequence(many(name, OWN_INVOICE_ID, Number.POSITIVE_INFINITY));
}
const RECTIFIED_AMOUNT = sequence(
  one('BaseRectificada', AMOUNT),
  one('CuotaRectificada', AMOUNT),
  maybe('CuotaRecargoRectificado', AMOUNT),
);
const PROPERTIES = sequence(
  many(
    'DetalleInmueble',
    sequence(one('SituacionInmueble', SITUATION), maybe('ReferenciaCatastral', text(25))),
    MAX_PROPERTIES,
    TOO_MANY_ROWS,
  ),
);

/** FacturaExpedidaType. */
export const ISSUED_INVOICE = sequence(
  one('TipoFactura', INVOICE_TYPE),
  maybe('TipoRectificativa', RECTIFICATION),
  maybe('FacturasAgrupadas', invoices('IDFacturaAgrupada')),
  maybe('FacturasRectificadas', invoices('IDFacturaRectificada')),
  maybe('ImporteRectificacion', RECTIFIED_AMOUNT),
  maybe('FechaOperacion', DATE),
  one('ClaveRegimenEspecialOTrascendencia', KEY),
  maybe('ClaveRegimenEspecialOTrascendenciaAdicional1', KEY),
  maybe('ClaveRegimenEspecialOTrascendenciaAdicional2', KEY),
  maybe('NumRegistroAcuerdoFacturacion', text(15)),
  maybe('ImporteTotal', AMOUNT),
  maybe('BaseImponibleACoste', AMOUNT),
  one('DescripcionOperacion', text(500)),
  maybe('RefExterna', text(60)),
  maybe('FacturaSimplificadaArticulos7.2_7.3', YES_NO),
  maybe('EntidadSucedida', SPANISH_PARTY),
  maybe('RegPrevioGGEEoREDEMEoCompetencia', YES_NO),
  maybe('Macrodato', YES_NO),
  maybe('DatosInmueble', PROPERTIES),
  maybe('ImporteTransmisionInmueblesSujetoAIVA', AMOUNT),
  maybe('EmitidaPorTercerosODestinatario', YES_NO),
  maybe('FacturacionDispAdicionalTerceraYsextayDelMercadoOrganizadoDelGas', YES_NO),
  maybe('VariosDestinatarios', YES_NO),
  maybe('Cupon', YES_NO),
  // AEAT's spelling.
  maybe('FacturaSinIdentifDestinatarioAritculo6.1.d', YES_NO),
  maybe('Contraparte', COUNTERPARTY),
  one('TipoDesglose', BREAKDOWN),
);
