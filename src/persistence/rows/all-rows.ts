import { ApiKeyRow } from './api-key-row.ts';
import { BatchBodyRow } from './batch-body-row.ts';
import { BatchInvoiceRow } from './batch-invoice-row.ts';
import { BatchRow } from './batch-row.ts';
import { ChainRow } from './chain-row.ts';
import { IdempotencyRecordRow } from './idempotency-record-row.ts';
import { IssuedInvoiceRow } from './issued-invoice-row.ts';
import { IssuerProfileRow } from './issuer-profile-row.ts';
import { OrganizationRow } from './organization-row.ts';
import { PdfRow } from './pdf-row.ts';
import { RegistrationRecordRow } from './registration-record-row.ts';
import { SessionRow } from './session-row.ts';

/** Every table, for MikroORM's metadata. */
export const ALL_ROWS = [
  OrganizationRow,
  ApiKeyRow,
  SessionRow,
  BatchRow,
  BatchBodyRow,
  IdempotencyRecordRow,
  BatchInvoiceRow,
  IssuerProfileRow,
  IssuedInvoiceRow,
  ChainRow,
  RegistrationRecordRow,
  PdfRow,
];
