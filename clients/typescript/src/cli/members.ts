/* Made from src/contracts/openapi.json by `npm run client:generate`: not written by hand. */

export type MemberType = 'string' | 'number' | 'integer' | 'boolean';

export const INVOICE_MEMBERS: Readonly<Record<string, MemberType>> = {
  external_invoice_id: 'string',
  issuer_nif: 'string',
  number_serie: 'string',
  issuer_name: 'string',
  invoice_type: 'string',
  operation_description: 'string',
  operation_date: 'string',
  due_date: 'string',
  rectified_invoice_id: 'integer',
  has_unidentified_recipient: 'boolean',
  recipient_legal_name: 'string',
  recipient_document_type: 'string',
  recipient_document_number: 'string',
  recipient_billing_address: 'string',
  recipient_billing_postal_code: 'string',
  recipient_billing_city: 'string',
  contact_id: 'integer',
  invoiceable_serie_id: 'integer',
  payment_method: 'string',
  payment_method_info: 'string',
  operation_type: 'string',
  recipient_country_code: 'string',
  footer_note: 'string',
  total_reimbursable_expenses_amount: 'number',
  paid: 'boolean',
};

export const LINE_MEMBERS: Readonly<Record<string, MemberType>> = {
  position: 'integer',
  concept: 'string',
  units: 'number',
  unit_price: 'number',
  discount_percent: 'number',
  notes: 'string',
  tax_type: 'string',
  tax_regime: 'string',
  tax_operation_key: 'string',
  tax_exemption_code: 'string',
  tax_rate: 'number',
  income_tax_withholding_rate: 'number',
};
