import {
  INVOICE_TYPES,
  OPERATION_TYPES,
  PAYMENT_METHODS,
  RECIPIENT_DOCUMENT_TYPES,
  TAX_EXEMPTION_CODES,
  TAX_OPERATION_KEYS,
  TAX_REGIMES,
  TAX_TYPES,
} from './codes.ts';
import { MAGNITUDE, MAX_INVOICE_LINES, NAME_LENGTH, PER_CENT, PRINTED } from './limits.ts';
import { flag, integer, list, number, object, text } from './members.ts';

/* The members of an invoice in version 1. Version 2 takes over those that have the same rules. */

export const LINE_MEMBERS = {
  position: integer({
    name: { en: 'position', es: 'posición' },
    description: 'Sort key of the lines, ascending.',
    examples: [1],
  }),
  concept: text({
    name: { en: 'concept', es: 'concepto' },
    description: 'Description of the goods or services.',
    required: true,
    maxLength: 1000,
    examples: ['Consultoría'],
  }),
  units: number({
    name: { en: 'units', es: 'unidades' },
    description: 'Quantity, with at most 6 decimals. It can be negative in a correction.',
    required: true,
    ...MAGNITUDE,
    examples: [8],
  }),
  unit_price: number({
    name: { en: 'unit price', es: 'precio unitario' },
    description:
      'Price of one unit in euros, without tax, with at most 6 decimals. It can be negative in a correction.',
    required: true,
    ...MAGNITUDE,
    examples: [62.5],
  }),
  discount_percent: number({
    name: { en: 'discount percent', es: 'porcentaje de descuento' },
    description: 'Discount in per cent of units × price, with at most 2 decimals.',
    ...PER_CENT,
    examples: [10],
  }),
  notes: text({
    name: { en: 'notes', es: 'notas' },
    description: 'Notes, printed below the concept. They can contain line breaks.',
    maxLength: 2000,
    multiline: true,
  }),
  tax_type: text({
    name: { en: 'tax type', es: 'impuesto' },
    description:
      '`iva`: VAT (default). `psi`: the tax of Ceuta and Melilla (IPSI). `igic`: the tax of the Canary Islands. `others`: any other tax.',
    enum: TAX_TYPES,
    examples: ['iva'],
  }),
  tax_regime: text({
    name: { en: 'tax regime', es: 'régimen' },
    description:
      "AEAT's ClaveRegimen (list L8A); only with `iva`. Default: `01`, the general regime. With `03` and `05` the PDF shows prices including tax and no separate tax, and withholding is not allowed. `06` is not supported. `18` means that the issuer is itself a retailer under the recargo de equivalencia; no surcharge is charged. Version 1 of the API cannot issue an invoice to such a retailer on which the supplier must charge the recargo.",
    enum: TAX_REGIMES,
    examples: ['01'],
  }),
  tax_operation_key: text({
    name: { en: 'tax operation key', es: 'calificación de la operación' },
    description:
      "AEAT's CalificacionOperacion; only with `iva` and regime `01`. `S1`: subject (default if there is no exemption). `S2`: subject with reverse charge. `N1`: not subject (LIVA arts. 7, 14 and others). `N2`: not subject under the place-of-supply rules.",
    enum: TAX_OPERATION_KEYS,
    examples: ['S1'],
  }),
  tax_exemption_code: text({
    name: { en: 'tax exemption code', es: 'causa de exención' },
    description:
      "AEAT's OperacionExenta; only with `iva` and never together with `tax_operation_key`. Exempt under LIVA art. 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 and 24 (`E4`), 25 (`E5`), or on other grounds (`E6`). `E2` and `E3` need regime `02`. `E5` needs a recipient in another member state, identified by its VAT number or, for a new means of transport, by a passport of that state.",
    enum: TAX_EXEMPTION_CODES,
  }),
  tax_rate: number({
    name: { en: 'tax rate', es: 'tipo impositivo' },
    description:
      'Tax rate in per cent (21, not 0.21), with at most 2 decimals. Required with `S1`; today 0, 4, 10 or 21 with `iva`; 0.5 to 10 with `psi`; with `igic` a rate that this tax has or had. Absent or 0 with `S2`, `N1`, `N2` and exemptions.',
    ...PER_CENT,
    examples: [21],
  }),
  income_tax_withholding_rate: number({
    name: { en: 'income tax withholding rate', es: 'tipo de retención' },
    description:
      'Retención of IRPF in per cent of the net amount (15, not 0.15), with at most 2 decimals. Not allowed with regimes `03` and `05`. It is not part of `total_after_taxes`; the PDF subtracts it from the amount to pay.',
    ...PER_CENT,
    examples: [15],
  }),
};

export const INVOICE_LINE = object('InvoiceLineInput', 'One line of an invoice.', LINE_MEMBERS);

export const INVOICE_MEMBERS = {
  external_invoice_id: text({
    name: { en: 'External invoice id', es: 'Identificador externo de la factura' },
    description:
      'Your own id of this invoice; it need not be unique. It is the key of the `errors` map, and the lists can be searched by it. The engine does not use it for anything else.',
    maxLength: 255,
    examples: ['order-20931'],
  }),
  issuer_nif: text({
    name: { en: 'Issuer NIF', es: 'NIF del emisor' },
    description:
      'NIF, NIE or CIF of the issuer, with its control character and without the prefix `ES`. Blanks, dots and hyphens are removed, and lower-case letters count as capitals.',
    required: true,
    examples: ['B12345674'],
  }),
  number_serie: text({
    name: { en: 'Invoice number', es: 'Número de factura' },
    description:
      "Invoice number, including the series (AEAT's NumSerieFactura). Printable ASCII except `\"` `'` `<` `>` `=`, without a blank at either end. It must be unique per issuer and calendar year of the issue date.",
    required: true,
    // AEAT's NumSerieFactura.
    maxLength: 60,
    pattern: '^[!#-&(-;?-~]([ !#-&(-;?-~]*[!#-&(-;?-~])?$',
    examples: ['F-2026/0001'],
  }),
  issuer_name: text({
    name: { en: 'Issuer name', es: 'Nombre del emisor' },
    description: "Name of the issuer. Default: the organization's name.",
    maxLength: NAME_LENGTH,
    examples: ['Comercial Ejemplo SL'],
  }),
  invoice_type: text({
    name: { en: 'Invoice type', es: 'Tipo de factura' },
    description:
      '`F1` invoice, `F2` simplified invoice, `F3` invoice that replaces simplified invoices, `R1` to `R4` rectifying invoices, `R5` rectifying invoice for a simplified invoice. Default: `F1` if a recipient is identified, otherwise `F2`. An `F2` of more than 3,010 € needs `has_unidentified_recipient`.',
    enum: INVOICE_TYPES,
    examples: ['F1'],
  }),
  operation_description: text({
    name: { en: 'Operation description', es: 'Descripción de la operación' },
    description:
      "Description of the operation (AEAT's DescripcionOperacion). Default: the concepts of the lines, truncated to 500 characters.",
    // AEAT's DescripcionOperacion.
    maxLength: 500,
    examples: ['Consultoría de noviembre'],
  }),
  operation_date: text({
    name: { en: 'Operation date', es: 'Fecha de operación' },
    description:
      'Issue date, between 2024-10-28 and today in Madrid. With regime `14` or `15` on every line it is the date of the operation, and the issue date is today.',
    required: true,
    format: 'date',
    examples: ['2026-11-20'],
  }),
  due_date: text({
    name: { en: 'Due date', es: 'Fecha de vencimiento' },
    description: `Due date of the payment; not before the issue date. ${PRINTED}`,
    format: 'date',
    examples: ['2026-12-20'],
  }),
  rectified_invoice_id: integer({
    name: { en: 'Rectified invoice', es: 'Factura rectificada' },
    description:
      '`issued_invoice_id` of the invoice of the same issuer that this one rectifies. Required with `R1` to `R5`. With `F3` it is optional and names the simplified invoice that this one replaces.',
    minimum: 1,
    examples: [1042000],
  }),
  has_unidentified_recipient: flag({
    name: { en: 'Has unidentified recipient', es: 'Destinatario sin identificar' },
    description:
      'Whether the invoice is issued without identifying the recipient (art. 6.1.d RD 1619/2012). It can be true only with `F2` or `R5`. The invoice may then have a name and an address of the recipient, which are printed but not registered.',
  }),
  recipient_legal_name: text({
    name: { en: 'Recipient legal name', es: 'Nombre o razón social del destinatario' },
    description:
      'Name of the recipient. Required with `F1`, `F3` and `R1` to `R4`. Not allowed with `F2` and `R5` unless `has_unidentified_recipient` is true; it is then printed but not registered.',
    maxLength: NAME_LENGTH,
    examples: ['Cliente Ejemplo SA'],
  }),
  recipient_document_type: text({
    name: { en: 'Recipient document type', es: 'Tipo de documento del destinatario' },
    description:
      'Type of the document that identifies the recipient. Required with `F1`, `F3` and `R1` to `R4`; not allowed with `F2` and `R5`. `nif` and `nie`: a Spanish number without the prefix `ES`. `international_vat_number`: a VAT number of another member state with its prefix (`XI` for Northern Ireland), or the tax number of a company outside the European Union, such as an American EIN, with `recipient_country_code`. `passport`: the passport of a natural person, with `recipient_country_code`.',
    enum: RECIPIENT_DOCUMENT_TYPES,
    examples: ['nif'],
  }),
  recipient_document_number: text({
    name: { en: 'Recipient document number', es: 'Número de documento del destinatario' },
    description:
      'Number of the document that identifies the recipient. Required or not allowed under the same conditions as `recipient_document_type`.',
    examples: ['A12345674'],
  }),
  recipient_billing_address: text({
    name: { en: 'Recipient billing address', es: 'Domicilio del destinatario' },
    description: `Street and number of the recipient. ${PRINTED}`,
    maxLength: 250,
    examples: ['Calle Mayor 1'],
  }),
  recipient_billing_postal_code: text({
    name: { en: 'Recipient billing postal code', es: 'Código postal del destinatario' },
    description: `Postal code of the recipient. ${PRINTED}`,
    maxLength: 20,
    examples: ['28013'],
  }),
  recipient_billing_city: text({
    name: { en: 'Recipient billing city', es: 'Población del destinatario' },
    description: `City of the recipient. ${PRINTED}`,
    maxLength: 100,
    examples: ['Madrid'],
  }),
  contact_id: integer({
    name: { en: 'Contact', es: 'Contacto' },
    description: 'Not supported at present: it must be absent or null.',
  }),
  invoiceable_serie_id: integer({
    name: { en: 'Invoiceable serie', es: 'Serie de facturación' },
    description: 'Your own id of the series. It is stored with the invoice but not registered.',
  }),
  payment_method: text({
    name: { en: 'Payment method', es: 'Medio de pago' },
    description: `Payment method. ${PRINTED}`,
    enum: PAYMENT_METHODS,
    examples: ['bank_transfer'],
  }),
  payment_method_info: text({
    name: { en: 'Payment method info', es: 'Información del medio de pago' },
    description: `Details of the payment, for example an IBAN. It can contain line breaks. ${PRINTED}`,
    maxLength: 500,
    multiline: true,
    examples: ['ES91 2100 0418 4502 0005 1332'],
  }),
  operation_type: text({
    name: { en: 'Operation type', es: 'Tipo de operación' },
    description: 'Type of the operation. It is stored with the invoice but not registered.',
    enum: OPERATION_TYPES,
    examples: ['domestic_operations_deductible_vat'],
  }),
  recipient_country_code: text({
    name: { en: 'Recipient country code', es: 'Código de país del destinatario' },
    description: 'Country of the recipient: ISO 3166-1 alpha-2, in capitals.',
    pattern: '^[A-Z]{2}$',
    examples: ['ES'],
  }),
  footer_note: text({
    name: { en: 'Footer note', es: 'Nota al pie' },
    description: 'Note at the end of the invoice. It can contain line breaks.',
    maxLength: 2000,
    multiline: true,
  }),
  total_reimbursable_expenses_amount: number({
    name: { en: 'Total reimbursable expenses amount', es: 'Total de suplidos' },
    description:
      'Suplidos: amount paid in the name of the recipient, in euros with at most 2 decimals. It is not part of `total_after_taxes`; the PDF adds it to the amount to pay.',
    minimum: 0,
    exclusiveMaximum: MAGNITUDE.exclusiveMaximum,
    examples: [35.5],
  }),
  paid: flag({
    name: { en: 'Paid', es: 'Pagada' },
    description: `Whether the invoice is already paid. ${PRINTED}`,
  }),
  lines: list(INVOICE_LINE, {
    name: { en: 'Lines', es: 'Líneas' },
    description:
      'Lines of the invoice, at least one. They are sorted by `position`; lines without a position come last, and lines with the same position keep their order. The lines of an invoice form at most 12 tax groups (type, regime, operation key or exemption code, rate).',
    required: true,
    minItems: 1,
    maxItems: MAX_INVOICE_LINES,
  }),
};

/** What every version says about an invoice. */
export const INVOICE_DESCRIPTION =
  'An invoice to be issued. A null member counts as absent. All texts of an invoice together have at most 200,000 characters.';

export const INVOICE = object('InvoiceInput', INVOICE_DESCRIPTION, INVOICE_MEMBERS);
