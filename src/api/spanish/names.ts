import type {
  ContactInput,
  DeliveryInput,
  AllowanceInput,
  InvoiceInput,
  InvoiceReference,
  IssuedByInput,
  LineInput,
  PartyInput,
  PayeeInput,
  PaymentInput,
  PeriodInput,
  PersonNameInput,
  RectificationInput,
} from '../../contracts/v2/invoice-input.ts';
import type { RecipientProfileInput } from '../../contracts/v2/recipient-profiles.ts';

/* The names of members in messages, and of the objects that contain them. */

/** Names of the members of an invoice. */
export const INVOICE_NAMES: Readonly<Record<keyof InvoiceInput, string>> = {
  external_invoice_id: 'Identificador externo de la factura',
  issuer_nif: 'NIF del emisor',
  number_serie: 'Número de factura',
  issuer_name: 'Nombre del emisor',
  issuer_person_name: 'Nombre y apellidos del emisor',
  invoice_type: 'Tipo de factura',
  operation_description: 'Descripción de la operación',
  issue_date: 'Fecha de expedición',
  operation_date: 'Fecha de operación',
  due_date: 'Fecha de vencimiento',
  rectified_invoice_id: 'Factura rectificada',
  rectification: 'Rectificación',
  replaces: 'Facturas sustituidas',
  has_unidentified_recipient: 'Destinatario sin identificar',
  simplified_qualified: 'Factura simplificada cualificada',
  recipient_legal_name: 'Nombre o razón social del destinatario',
  recipient_document_type: 'Tipo de documento del destinatario',
  recipient_document_number: 'Número de documento del destinatario',
  recipient_billing_address: 'Domicilio del destinatario',
  recipient_billing_postal_code: 'Código postal del destinatario',
  recipient_billing_city: 'Población del destinatario',
  recipients: 'Destinatarios',
  issued_by: 'Expedición por tercero o destinatario',
  coupon: 'Cupón',
  currency: 'Moneda',
  exchange_rate: 'Tipo de cambio',
  prices_include_tax: 'Precios con impuestos incluidos',
  total: 'Total',
  buyer_reference: 'Referencia del comprador',
  order_reference: 'Referencia del pedido',
  contract_reference: 'Referencia del contrato',
  delivery_note_references: 'Referencias de los albaranes',
  project_reference: 'Referencia del proyecto',
  accounting_reference: 'Referencia contable',
  delivery: 'Entrega',
  period: 'Periodo',
  payment: 'Pago',
  payee: 'Beneficiario del pago',
  prepaid_amount: 'Importe anticipado',
  allowances: 'Descuentos',
  charges: 'Cargos',
  metadata: 'Metadatos',
  contact_id: 'Contacto',
  invoiceable_serie_id: 'Serie de facturación',
  payment_method: 'Medio de pago',
  payment_method_info: 'Información del medio de pago',
  operation_type: 'Tipo de operación',
  recipient_country_code: 'Código de país del destinatario',
  footer_note: 'Nota al pie',
  total_reimbursable_expenses_amount: 'Total de suplidos',
  paid: 'Pagada',
  lines: 'Líneas',
};

/** Name of the date of version 1, which is the operation date with the regimes 14 and 15. */
export const DATE_NAME_OF_V1 = 'Fecha de expedición (la fecha de operación con los regímenes 14 y 15)';

/** Names of the members of a line. */
export const LINE_NAMES: Readonly<Record<keyof LineInput, string>> = {
  position: 'posición',
  concept: 'concepto',
  units: 'unidades',
  unit_price: 'precio unitario',
  discount_percent: 'porcentaje de descuento',
  notes: 'notas',
  tax_type: 'impuesto',
  tax_regime: 'régimen',
  tax_operation_key: 'calificación de la operación',
  tax_exemption_code: 'causa de exención',
  tax_rate: 'tipo impositivo',
  income_tax_withholding_rate: 'tipo de retención',
  tax_country: 'país del impuesto',
  equivalence_surcharge_rate: 'tipo del recargo de equivalencia',
  margin: 'margen',
  cost_base: 'base imponible a coste',
  unit_code: 'código de unidad',
  item_code: 'código del artículo',
  gtin: 'GTIN',
  buyer_item_code: 'código del artículo del comprador',
  period: 'periodo',
  order_line_reference: 'referencia de la línea del pedido',
  allowances: 'descuentos',
  charges: 'cargos',
};

type Required<T> = NonNullable<T>;
type NestedMember =
  | keyof AllowanceInput
  | keyof InvoiceReference
  | keyof IssuedByInput
  | keyof Required<IssuedByInput['document']>
  | keyof ContactInput
  | keyof DeliveryInput
  | keyof PartyInput
  | keyof PayeeInput
  | keyof Required<PartyInput['electronic_address']>
  | keyof Required<PartyInput['dir3']>
  | keyof PaymentInput
  | keyof Required<PaymentInput['due']>[number]
  | keyof PeriodInput
  | keyof PersonNameInput
  | keyof RecipientProfileInput
  | keyof RectificationInput;

/** Names of the members of the other objects in an invoice, in which messages name them by their own names. */
export const NESTED_NAMES: Readonly<Record<NestedMember, string>> = {
  reason: 'motivo',
  amount: 'importe',
  percent: 'porcentaje',
  tax_type: LINE_NAMES.tax_type,
  tax_regime: LINE_NAMES.tax_regime,
  tax_operation_key: LINE_NAMES.tax_operation_key,
  tax_exemption_code: LINE_NAMES.tax_exemption_code,
  tax_rate: LINE_NAMES.tax_rate,
  tax_country: LINE_NAMES.tax_country,
  equivalence_surcharge_rate: LINE_NAMES.equivalence_surcharge_rate,
  issued_invoice_id: 'identificador de la factura expedida',
  issuer_nif: 'NIF del emisor',
  number_serie: 'número de factura',
  issue_date: 'fecha de expedición',
  role: 'rol',
  name: 'nombre',
  person_name: 'nombre y apellidos',
  given_name: 'nombre de pila',
  first_surname: 'primer apellido',
  second_surname: 'segundo apellido',
  document: 'documento',
  type: 'tipo',
  number: 'número',
  country_code: 'código de país',
  not_identified: 'sin identificar',
  document_type: 'tipo de documento',
  document_number: 'número de documento',
  address: 'domicilio',
  postal_code: 'código postal',
  city: 'población',
  electronic_address: 'dirección electrónica',
  dir3: 'DIR3',
  contact: 'contacto',
  phone: 'teléfono',
  email: 'correo electrónico',
  buyer_reference: 'referencia del comprador',
  accounting_reference: 'referencia contable',
  default_unit_code: 'código de unidad por defecto',
  scheme: 'esquema',
  value: 'valor',
  accounting_office: 'oficina contable',
  managing_body: 'órgano gestor',
  processing_unit: 'unidad tramitadora',
  proposing_body: 'órgano proponente',
  means: 'medio de pago',
  iban: 'IBAN',
  bic: 'BIC',
  mandate_reference: 'referencia del mandato',
  creditor_id: 'identificador del acreedor',
  terms: 'condiciones de pago',
  reference: 'referencia',
  due: 'vencimientos',
  date: 'fecha',
  start: 'inicio',
  end: 'final',
  method: 'método',
  invoices: 'facturas',
  rectified_base: 'base rectificada',
  rectified_tax: 'cuota rectificada',
  rectified_surcharge: 'recargo rectificado',
};

/** The objects in an invoice, as messages name them. */
export const PLACES = {
  'Line {line}': 'Línea {line}',
  'Line {line}, allowance {number}': 'Línea {line}, descuento {number}',
  'Line {line}, charge {number}': 'Línea {line}, cargo {number}',
  'Line {line}, period': 'Línea {line}, periodo',
  'Recipient {number}': 'Destinatario {number}',
  'Recipient {number}, electronic address': 'Destinatario {number}, dirección electrónica',
  'Recipient {number}, DIR3': 'Destinatario {number}, DIR3',
  'Recipient {number}, contact': 'Destinatario {number}, contacto',
  'Recipient {number}, person name': 'Destinatario {number}, nombre y apellidos',
  'Recipient profile': 'Perfil del destinatario',
  'Recipient profile, electronic address': 'Perfil del destinatario, dirección electrónica',
  'Recipient profile, DIR3': 'Perfil del destinatario, DIR3',
  'Recipient profile, contact': 'Perfil del destinatario, contacto',
  'Recipient profile, person name': 'Perfil del destinatario, nombre y apellidos',
  'Issuer person name': 'Nombre y apellidos del emisor',
  'Allowance {number}': 'Descuento {number}',
  'Charge {number}': 'Cargo {number}',
  'Rectified invoice {number}': 'Factura rectificada {number}',
  'Replaced invoice {number}': 'Factura sustituida {number}',
  Rectification: 'Rectificación',
  'Issued by': 'Expedición por tercero o destinatario',
  'Issued by, document': 'Expedición por tercero o destinatario, documento',
  Payment: 'Pago',
  Delivery: 'Entrega',
  Payee: 'Beneficiario del pago',
  'Payment, due date {number}': 'Pago, vencimiento {number}',
  Period: 'Periodo',
};
