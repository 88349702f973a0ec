import type { MessageKind } from '../../http/service-names.ts';

/** The services of the SPFE by their names, with what the header of a message must say. */
export const SPFE_SERVICES = {
  SendInvoiceSOAP: { service: 'submitinvoice', action: 'SubmitInvoice', kind: 'remission' },
  CancelInvoiceSOAP: { service: 'cancelinvoice', action: 'CANCELINVOICE', kind: 'remission' },
  GetInvoicesSOAP: { service: 'queryinvoice', action: 'QUERYBYID', kind: 'consulta' },
  GetRegisteredInvoiceSOAP: { service: 'queryinvoices', action: 'QUERYBYFILTER', kind: 'consulta' },
  DownloadInvoicesByIDSOAP: { service: 'downloadinvoice', action: 'DOWNLOADBYID', kind: 'consulta' },
  DownloadInvoicesByLOCSOAP: { service: 'downloadinvoice', action: 'DOWNLOADBYLOC', kind: 'consulta' },
  SupplierInvoiceEventsSOAP: {
    service: 'submitaction',
    action: 'AccountingSupplierPartyAction',
    kind: 'remission',
  },
  CustomerInvoiceEventsSOAP: {
    service: 'submitaction',
    action: 'AccountingCustomerPartyAction',
    kind: 'remission',
  },
} as const satisfies Readonly<Record<string, { service: string; action: string; kind: MessageKind }>>;

export type SpfeServiceName = keyof typeof SPFE_SERVICES;
export const SPFE_SERVICE_NAMES = Object.keys(SPFE_SERVICES) as SpfeServiceName[];
