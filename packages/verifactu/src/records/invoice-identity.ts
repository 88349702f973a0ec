/** IDFactura, which identifies an invoice in every message to AEAT. */
export type InvoiceIdentity = {
  readonly issuerNif: string;
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
};
