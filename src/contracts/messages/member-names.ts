import type { CreditLineInput } from '../v2/credit-members.ts';
import type {
  ContactInput,
  DeliveryInput,
  AllowanceInput,
  BillingAuthorisationInput,
  ChargeInput,
  InvoiceReference,
  IssuedByInput,
  PartyInput,
  PayeeInput,
  PaymentInput,
  PeriodInput,
  PersonNameInput,
  PropertyInput,
  RectificationInput,
  ReimbursableExpenseInput,
} from '../v2/invoice-input.ts';
import { INVOICE_MEMBERS } from '../v2/invoice-members.ts';
import { LINE_MEMBERS } from '../v2/line-members.ts';
import type { RecipientProfileInput } from '../v2/recipient-profiles.ts';

/*
 * The Spanish names of the members of the objects in an invoice, in which messages name them by
 * their own names. The tables of members have the names of the members of an invoice and of a line.
 */

type Required<T> = NonNullable<T>;
type NestedMember =
  | keyof CreditLineInput
  | keyof AllowanceInput
  | keyof BillingAuthorisationInput
  | keyof ChargeInput
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
  | keyof PropertyInput
  | keyof RecipientProfileInput
  | keyof RectificationInput
  | keyof ReimbursableExpenseInput;

const NAMES: Readonly<Record<NestedMember, string>> = {
  reason: 'motivo',
  amount: 'importe',
  line: 'línea',
  units: 'unidades',
  percent: 'porcentaje',
  tax_type: LINE_MEMBERS.tax_type.name.es,
  tax_regime: LINE_MEMBERS.tax_regime.name.es,
  tax_operation_key: LINE_MEMBERS.tax_operation_key.name.es,
  tax_exemption_code: LINE_MEMBERS.tax_exemption_code.name.es,
  tax_rate: LINE_MEMBERS.tax_rate.name.es,
  tax_country: LINE_MEMBERS.tax_country.name.es,
  equivalence_surcharge_rate: LINE_MEMBERS.equivalence_surcharge_rate.name.es,
  supply: LINE_MEMBERS.supply.name.es,
  situation: 'situación',
  cadastral_reference: 'referencia catastral',
  issued_invoice_id: 'identificador de la factura expedida',
  issuer_nif: 'NIF del emisor',
  number_serie: 'número de factura',
  issue_date: 'fecha de expedición',
  role: 'rol',
  name: 'nombre',
  person_name: 'nombre y apellidos',
  is_business: 'empresario o profesional',
  tax_code: 'código del impuesto',
  paid_on: 'fecha de pago',
  description: 'descripción',
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
  spfe_channel: INVOICE_MEMBERS.spfe_channel.name.es,
  accepts_without_pdf_since: 'acepta facturas sin PDF desde',
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

/**
 * Returns the Spanish name of a member of an object in an invoice; its own name if it has no other
 * one.
 */
export function spanishNameOf(member: string): string {
  return (NAMES as Readonly<Record<string, string>>)[member] ?? member.replaceAll('_', ' ');
}
