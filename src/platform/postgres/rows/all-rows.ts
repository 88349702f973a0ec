import { ResponsibleDeclarationRow } from './responsible-declaration-row.ts';
import { ApiKeyRow } from './api-key-row.ts';
import { StatusRollupRow } from './status-rollup-row.ts';
import { StatusRollup2Row } from './status-rollup-2-row.ts';
import { BatchBodyRow } from './batch-body-row.ts';
import { BatchInvoiceRow } from './batch-invoice-row.ts';
import { BatchRow } from './batch-row.ts';
import { CertificateRow } from './certificate-row.ts';
import { ChainRow } from './chain-row.ts';
import { CorrectionOrderRow } from './correction-order-row.ts';
import { CorrectionRow } from './correction-row.ts';
import { DatabaseIdentityRow } from './database-identity-row.ts';
import { DocumentBlockRow } from './document-block-row.ts';
import { IdempotencyRecordRow } from './idempotency-record-row.ts';
import { IssuedInvoiceRow } from './issued-invoice-row.ts';
import { IssuerProfileRow } from './issuer-profile-row.ts';
import { MonthAnchorRow } from './month-anchor-row.ts';
import { MonthRow } from './month-row.ts';
import { OperatorActRow } from './operator-act-row.ts';
import { OperatorRow } from './operator-row.ts';
import { OperatorSessionRow } from './operator-session-row.ts';
import { OrganizationRow } from './organization-row.ts';
import { PdfRow } from './pdf-row.ts';
import { RenderBatchRow } from './render-batch-row.ts';
import { ProcessRow } from './process-row.ts';
import { RecordAnswerRow } from './record-answer-row.ts';
import { RecordBlockRow } from './record-block-row.ts';
import { RegistrationRecordRow } from './registration-record-row.ts';
import { RemissionRow } from './remission-row.ts';
import { SessionRow } from './session-row.ts';
import { SkippedIdsRow } from './skipped-ids-row.ts';
import { SubmissionAttemptRow } from './submission-attempt-row.ts';
import { SubmissionRow } from './submission-row.ts';
import { WebhookDeliveryRow } from './webhook-delivery-row.ts';
import { WebhookEndpointRow } from './webhook-endpoint-row.ts';
import { WebhookEventRow } from './webhook-event-row.ts';

/** Every table, for MikroORM's metadata. */
export const ALL_ROWS = [
  OrganizationRow,
  ApiKeyRow,
  SessionRow,
  BatchRow,
  BatchBodyRow,
  StatusRollupRow,
  StatusRollup2Row,
  IdempotencyRecordRow,
  BatchInvoiceRow,
  IssuerProfileRow,
  IssuedInvoiceRow,
  ChainRow,
  RegistrationRecordRow,
  RenderBatchRow,
  DocumentBlockRow,
  RecordBlockRow,
  MonthRow,
  MonthAnchorRow,
  PdfRow,
  RemissionRow,
  SubmissionRow,
  SubmissionAttemptRow,
  RecordAnswerRow,
  CertificateRow,
  CorrectionRow,
  CorrectionOrderRow,
  DatabaseIdentityRow,
  OperatorActRow,
  OperatorRow,
  OperatorSessionRow,
  SkippedIdsRow,
  WebhookEndpointRow,
  WebhookEventRow,
  WebhookDeliveryRow,
  ResponsibleDeclarationRow,
  ProcessRow,
];
