import { UBL } from '../../einvoice/writers/ubl.ts';

/** The messages about invoices, of UBL 2.5. */
export const APPLICATION_RESPONSE = `${UBL}:ApplicationResponse-2`;
/** What the SPFE answers, of UBL 2.5. */
export const DOCUMENT_STATUS = `${UBL}:DocumentStatus-2`;
/** The head of a message by ebMS 3.0. */
export const EBMS = 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/';
