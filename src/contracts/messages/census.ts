import { defineTexts } from './texts.ts';

/** What AEAT's census says of the issuer or a recipient of an invoice. None names a natural person. */
export const CENSUS = defineTexts({
  census_issuer_not_identified: {
    en: 'is {nif}, which AEAT does not identify with the name of the issuer: it would refuse every record of this issuer (4104). Correct the NIF, or write the name as the census has it, surnames first',
    es: 'es {nif}, que la AEAT no identifica con el nombre del emisor: rechazaría todos los registros de este emisor (4104). Corrija el NIF o escriba el nombre como consta en el censo, con los apellidos delante',
  },
  census_recipient_not_identified: {
    en: 'is {nif}, which AEAT does not identify with the name of the recipient: VeriFactu accepts such a record with error 2001, and SII refuses it (1117). Correct the NIF or the name, or send the document type not_registered if AEAT does not know the person yet',
    es: 'es {nif}, que la AEAT no identifica con el nombre del destinatario: VeriFactu acepta ese registro con el error 2001 y el SII lo rechaza (1117). Corrija el NIF o el nombre, o envíe el tipo de documento not_registered si la persona aún no consta en el censo',
  },
  census_name_differs: {
    en: 'is {nif}, and AEAT has this NIF with a name that is similar but not the same: check the name, and write the surnames first',
    es: 'es {nif}, y a la AEAT le consta este NIF con un nombre similar, pero no igual: compruebe el nombre y escriba los apellidos delante',
  },
  census_deregistered: {
    en: 'is {nif}, an entity that AEAT has deregistered (IDENTIFICADO-BAJA): check that it still exists before you invoice it',
    es: 'es {nif}, una entidad dada de baja en el censo de la AEAT (IDENTIFICADO-BAJA): compruebe que sigue existiendo antes de facturarle',
  },
  census_revoked: {
    en: 'is {nif}, a NIF that AEAT has revoked (IDENTIFICADO-REVOCADO): it must not be used in dealings until it is restored (LGT, disposición adicional sexta). Ask the entity for its state before you invoice it',
    es: 'es {nif}, un NIF revocado por la AEAT (IDENTIFICADO-REVOCADO): no debe utilizarse en el tráfico hasta que se rehabilite (disposición adicional sexta LGT). Pregunte a la entidad por su situación antes de facturarle',
  },
  census_unknown: {
    en: 'is {nif}, about which the census of AEAT gave no verdict: it is asked again with a later invoice',
    es: 'es {nif}, sobre el que el censo de la AEAT no se ha pronunciado: se le preguntará de nuevo con otra factura',
  },
  census_unavailable: {
    en: 'is {nif}, which was not compared with the census of AEAT, because AEAT did not answer: validate the invoice again later',
    es: 'es {nif}, que no se ha comparado con el censo de la AEAT porque esta no ha respondido: valide de nuevo la factura más tarde',
  },
  census_spelling: {
    en: 'is {nif}, an entity that the census of AEAT has as {name} with the NIF {other}: use this spelling if it is the same entity, and correct the NIF otherwise',
    es: 'es {nif}, una entidad que en el censo de la AEAT consta como {name} con el NIF {other}: utilice esta denominación si es la misma entidad y, si no, corrija el NIF',
  },
});
