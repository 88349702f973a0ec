import { describeBatch } from '../batch-document.ts';
import { INVOICE } from './invoice-members.ts';

/** The body of `POST /invoice_batches` and of its dry run in version 2. */
export const BATCH_DOCUMENT = describeBatch(INVOICE.schema);
