import { defineTexts } from './texts.ts';

/**
 * AEAT's public solution of electronic invoices (SPFE): why Annex I of Orden HAC/1028/2026 cannot
 * express an invoice, and whether it concerns one.
 */
export const SPFE = defineTexts({
  // Members of an invoice.
  paid_on_of_unpaid: {
    en: 'can only be given with paid: leave it out',
    es: 'solo puede enviarse con paid: omita este campo',
  },
  paid_after_issue: {
    en: "can't be after the issue date: a later payment is no fact of the invoice",
    es: 'no puede ser posterior a la fecha de expedición: un pago posterior no es un dato de la factura',
  },
  paid_before_operation: {
    en: "can't be before the date of the operation, which is the issue date if operation_date is absent: a payment before it is an advance, with an invoice of its own (LIVA art. 75.Dos)",
    es: 'no puede ser anterior a la fecha de la operación, que es la de expedición si falta operation_date: un pago anterior es un anticipo, con factura propia (art. 75.Dos LIVA)',
  },
  concept_without_withholding: {
    en: 'can only be given with a withholding (income_tax_withholding_rate): leave it out',
    es: 'solo puede enviarse con una retención (income_tax_withholding_rate): omita este campo',
  },
  concept_of_persons: {
    en: 'is {concept}, a concept of the IRPF of natural persons (RD 439/2007 art. 75), and the issuer is a company: use 08 to 11',
    es: 'es {concept}, un concepto del IRPF de personas físicas (art. 75 RD 439/2007), y el emisor es una sociedad: utilice 08 a 11',
  },
  concept_of_companies: {
    en: 'is {concept}, a concept of the Impuesto sobre Sociedades (RD 634/2015 art. 60), and the issuer is not subject to it: use 01 to 07, or 11',
    es: 'es {concept}, un concepto del Impuesto sobre Sociedades (art. 60 RD 634/2015), y el emisor no está sujeto a él: utilice 01 a 07, u 11',
  },
  more_authorisations: {
    en: "can't have more than {most} authorisations",
    es: 'no puede tener más de {most} autorizaciones',
  },
  billing_authorisation: { en: 'Authorisation {number}', es: 'Autorización {number}' },
  more_expenses: {
    en: "can't have more than {most} suplidos",
    es: 'no puede tener más de {most} suplidos',
  },
  expenses_negative: {
    en: 'add up to a negative amount: what is given back at most balances the others',
    es: 'suman un importe negativo: lo que se devuelve compensa como máximo los demás',
  },
  expenses_differ: {
    en: 'add up to {sum}, and total_reimbursable_expenses_amount is {stated}',
    es: 'suman {sum}, y total_reimbursable_expenses_amount es {stated}',
  },
  reimbursable_expense: { en: 'Reimbursable expense {number}', es: 'Suplido {number}' },

  // Why the file cannot be written.
  spfe_buyer_without_nif: {
    en: 'AEAT’s public solution needs a recipient with a NIF or NIE that AEAT knows (RD 238/2026 art. 11.3)',
    es: 'la solución pública de la AEAT exige un destinatario con un NIF o NIE que la AEAT conozca (RD 238/2026, art. 11.3)',
  },
  spfe_address_incomplete: {
    en: 'the address lacks {what}, which Annex I of Orden HAC/1028/2026 requires',
    es: 'a la dirección le falta {what}, que exige el anexo I de la Orden HAC/1028/2026',
  },
  the_street: { en: 'the street', es: 'la vía' },
  the_municipality: { en: 'the municipality', es: 'el municipio' },
  the_postal_code: { en: 'the postal code', es: 'el código postal' },
  the_province: {
    en: 'the province, which follows from a Spanish postal code',
    es: 'la provincia, que se deduce de un código postal español',
  },
  spfe_third_party_without_number: {
    en: 'a third party that issues the invoice needs a NIF or a VAT number of another member state',
    es: 'un tercero que expide la factura necesita un NIF o un NIF-IVA de otro Estado miembro',
  },
  spfe_two_type_codes: {
    en: 'an invoice that replaces simplified invoices has code 388 and one that the recipient issues 389: no code of list L1 says both',
    es: 'la factura que sustituye a simplificadas lleva el código 388 y la que expide el destinatario, el 389: ningún código de la lista L1 expresa ambas cosas',
  },
  spfe_no_regime: {
    en: 'list L3 of Orden HAC/1028/2026 has no key for regime {regime} of the tax {tax}',
    es: 'la lista L3 de la Orden HAC/1028/2026 no tiene clave para el régimen {regime} del impuesto {tax}',
  },
  spfe_no_regimes: {
    en: 'list L3 of Orden HAC/1028/2026 has no key for operations with the tax {tax}',
    es: 'la lista L3 de la Orden HAC/1028/2026 no tiene clave para las operaciones con el impuesto {tax}',
  },
  spfe_within_union: {
    en: 'list L4 of Orden HAC/1028/2026 has no category for intra-Community supplies (E5), whose recipient is not in Spain',
    es: 'la lista L4 de la Orden HAC/1028/2026 no tiene categoría para las entregas intracomunitarias (E5), cuyo destinatario no está en España',
  },
  spfe_concept_unknown: {
    en: 'the concept of the withholding of {rate} (list L5) follows neither from the issuer nor from the regime: state withholding_concept',
    es: 'el concepto de la retención del {rate} (lista L5) no se deduce ni del emisor ni del régimen: indique withholding_concept',
  },
  spfe_too_large: {
    en: 'the file is larger than {most} bytes, the limit of AEAT’s public solution',
    es: 'el fichero supera los {most} bytes, el límite de la solución pública de la AEAT',
  },

  spfe_not_concerned: {
    en: 'The invoice does not go to the public solution of electronic invoices: {reason}',
    es: 'La factura no va a la solución pública de facturación electrónica: {reason}',
  },
  spfe_simplified: {
    en: 'it is a simplified invoice (RD 238/2026 art. 4)',
    es: 'es una factura simplificada (art. 4 RD 238/2026)',
  },
  spfe_no_recipient: { en: 'it has no recipient', es: 'no tiene destinatario' },
  spfe_foreign_recipient: {
    en: 'the recipient is not in Spain (RD 238/2026 art. 3)',
    es: 'el destinatario no está en España (art. 3 RD 238/2026)',
  },
  spfe_public_body: {
    en: 'the recipient is a public body, which receives its invoices through FACe (Ley 25/2013)',
    es: 'el destinatario es un organismo público, que recibe sus facturas por FACe (Ley 25/2013)',
  },
  spfe_consumer: {
    en: 'the recipient acts neither as a business nor as a professional (RD 238/2026 art. 3)',
    es: 'el destinatario no actúa como empresario ni profesional (art. 3 RD 238/2026)',
  },
  spfe_before_duty: {
    en: 'its issue date is before the duty of its issuer begins',
    es: 'su fecha de expedición es anterior al comienzo de la obligación de su emisor',
  },
  spfe_concern_unknown: {
    en: 'Nothing says whether the invoice goes to the public solution of electronic invoices, because a fact is missing: {missing}',
    es: 'Nada indica si la factura va a la solución pública de facturación electrónica, porque falta un dato: {missing}',
  },
  spfe_lacks_issuer_setting: {
    en: 'from which date on the duty applies to its issuer. Ask the operator of the engine to decide it',
    es: 'desde qué fecha se aplica la obligación a su emisor. Pida al operador del motor que lo decida',
  },
  spfe_lacks_establishment_in_spain: {
    en: 'whether the recipient, a foreign entity, has an establishment in Spain. State the NIF of the establishment, which begins with W, or the country of the recipient (country_code) if it has none',
    es: 'si el destinatario, una entidad extranjera, tiene un establecimiento en España. Indique el NIF del establecimiento, que empieza por W, o el país del destinatario (country_code) si no tiene ninguno',
  },
  spfe_lacks_is_business: {
    en: 'whether the recipient acts as a business or professional. State it (is_business), or set it in the profile of the recipient',
    es: 'si el destinatario actúa como empresario o profesional. Indíquelo (is_business) o fíjelo en el perfil del destinatario',
  },
  spfe_cannot_be_sent: {
    en: 'The duty of electronic invoices concerns the invoice, and it cannot go to the public solution: {rule}: {reason}',
    es: 'La obligación de facturación electrónica afecta a la factura, y esta no puede ir a la solución pública: {rule}: {reason}',
  },
  spfe_without_property: {
    en: 'is blank, but the public solution of electronic invoices has a term for the premises that are let (RCAT)',
    es: 'queda en blanco, pero la solución pública de facturación electrónica tiene un término para el local arrendado (RCAT)',
  },
  spfe_without_payment_day: {
    en: 'is blank, although the invoice is paid: without the day of the payment (paid_on) the recipient has to report it to the public solution of electronic invoices',
    es: 'queda en blanco, aunque la factura está pagada: sin el día del pago (paid_on), el destinatario tiene que comunicarlo a la solución pública de facturación electrónica',
  },
  spfe_regime_assumed: {
    en: 'is {regime}, for which list L3 of Orden HAC/1028/2026 has no key: {key} is stated instead',
    es: 'es {regime}, para el que la lista L3 de la Orden HAC/1028/2026 no tiene clave: se indica {key} en su lugar',
  },
  spfe_other_withholding: {
    en: 'is 11, the concept of withholdings that have none of their own: check that none of 01 to 10 applies',
    es: 'es 11, el concepto de las retenciones que no tienen uno propio: compruebe que no se aplica ninguno de 01 a 10',
  },
  spfe_exchange_rate_decimals: {
    en: 'has more than {most} decimals, which the public solution of electronic invoices may refuse',
    es: 'tiene más de {most} decimales, que la solución pública de facturación electrónica podría rechazar',
  },
  spfe_prepaid_amount: {
    en: 'only lowers the amount to pay (BT-113): an advance on which VAT accrued has an invoice of its own, which a negative line of this one deducts (LIVA art. 75.Dos)',
    es: 'solo reduce el importe a pagar (BT-113): un anticipo por el que se devengó el IVA tiene factura propia, que se deduce aquí con una línea negativa (art. 75.Dos LIVA)',
  },
  spfe_size_near_limit: {
    en: 'make a file of {bytes} bytes, near the limit of the public solution of electronic invoices',
    es: 'dan un fichero de {bytes} bytes, cerca del límite de la solución pública de facturación electrónica',
  },
  spfe_file_failed: {
    en: 'A fault of the engine prevented its file, which is no fault of the invoice; the operator of the engine finds it in the log',
    es: 'Un fallo del motor impidió generar su fichero, y no es un fallo de la factura; quien opera el motor lo encuentra en el registro',
  },
  spfe_unpublished: {
    en: 'AEAT has not published the service. Invoices are prepared and kept; nothing has been sent',
    es: 'La AEAT no ha publicado el servicio. Las facturas se preparan y se conservan; no se ha enviado nada',
  },
});
