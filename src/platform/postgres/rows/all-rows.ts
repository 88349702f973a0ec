import {
  DatabaseIdentityRow,
  InstallationRow,
  MonthAnchorRow,
  MonthRow,
  ProcessRow,
  ResponsibleDeclarationRow,
  SkippedIdsRow,
} from './installation-rows.ts';
import {
  ApiKeyRow,
  CensusCheckRow,
  CertificateRow,
  IssuerProfileRow,
  OrganizationRow,
  RecipientProfileRow,
  SessionRow,
} from './organization-rows.ts';
import {
  BatchBodyRow,
  BatchInvoiceRow,
  BatchRow,
  IdempotencyRecordRow,
  SearchTermRow,
  StatusRollup2Row,
  StatusRollupRow,
} from './batch-rows.ts';
import {
  ChainRow,
  DocumentBlockRow,
  IssuedInvoiceRow,
  RecordBlockRow,
  RectifiedInvoiceRow,
  RegistrationRecordRow,
} from './issued-rows.ts';
import { CreditRow } from './credit-rows.ts';
import { CorrectionOrderRow, CorrectionRow } from './correction-rows.ts';
import { ElectronicFileRow, SigningRefusalRow } from './electronic-rows.ts';
import { OperatorActRow, OperatorRow, OperatorSessionRow, OperatorWrongLoginsRow } from './operator-rows.ts';
import { PaymentRequestRow, PaymentRow } from './payment-rows.ts';
import { PdfRow, PreviewRow, RenderBatchRow } from './pdf-rows.ts';
import { RecordAnswerRow, RemissionRow, SubmissionAttemptRow, SubmissionRow } from './submission-rows.ts';
import {
  IssuerRegisterRow,
  SiiBacklogRefusalRow,
  SiiBacklogRow,
  SiiEntryRow,
  SiiVersionRow,
} from './register-rows.ts';
import {
  SiiAttemptRow,
  SiiComparedRow,
  SiiComparisonRow,
  SiiDifferenceRow,
  SiiIssuerRow,
  SiiLineRow,
  SiiMatchingRow,
  SiiMessageRow,
} from './sii-rows.ts';
import { SiiCollectionRow } from './sii-collection-rows.ts';
import { SpfeDecisionRow, SpfeDeliveryRow, SpfeMessageRow, SpfeVersionRow } from './spfe-rows.ts';
import { SpfeEventRow, SpfeOrderRow } from './spfe-order-rows.ts';
import {
  SpfeComparedRow,
  SpfeDifferenceRow,
  SpfeOutageRow,
  SpfeRecipientReportRow,
} from './spfe-report-rows.ts';
import { SpfeIssuerRow, SpfeMemberRow, SpfeRequestRow } from './spfe-sending-rows.ts';
import { SeriesChangeRow, SeriesCounterRow, SeriesRow, SeriesSkipRow } from './series-rows.ts';
import { SealingKeyRow, WebhookDeliveryRow, WebhookEndpointRow, WebhookEventRow } from './webhook-rows.ts';

/** All tables, for MikroORM's metadata. */
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
  SearchTermRow,
  IssuerProfileRow,
  RecipientProfileRow,
  CensusCheckRow,
  SeriesRow,
  SeriesChangeRow,
  SeriesCounterRow,
  SeriesSkipRow,
  IssuedInvoiceRow,
  RectifiedInvoiceRow,
  IssuerRegisterRow,
  SiiBacklogRow,
  SiiBacklogRefusalRow,
  SiiEntryRow,
  SiiVersionRow,
  SiiIssuerRow,
  SiiMessageRow,
  SiiLineRow,
  SiiAttemptRow,
  SiiComparisonRow,
  SiiComparedRow,
  SiiDifferenceRow,
  SiiMatchingRow,
  ChainRow,
  RegistrationRecordRow,
  RenderBatchRow,
  DocumentBlockRow,
  RecordBlockRow,
  MonthRow,
  MonthAnchorRow,
  PdfRow,
  PreviewRow,
  ElectronicFileRow,
  SigningRefusalRow,
  RemissionRow,
  SubmissionRow,
  SubmissionAttemptRow,
  RecordAnswerRow,
  CertificateRow,
  CorrectionRow,
  CorrectionOrderRow,
  CreditRow,
  PaymentRequestRow,
  PaymentRow,
  SiiCollectionRow,
  SpfeDecisionRow,
  SpfeDeliveryRow,
  SpfeVersionRow,
  SpfeMessageRow,
  SpfeOrderRow,
  SpfeEventRow,
  SpfeIssuerRow,
  SpfeRequestRow,
  SpfeMemberRow,
  SpfeRecipientReportRow,
  SpfeDifferenceRow,
  SpfeComparedRow,
  SpfeOutageRow,
  DatabaseIdentityRow,
  InstallationRow,
  OperatorActRow,
  OperatorRow,
  OperatorSessionRow,
  OperatorWrongLoginsRow,
  SkippedIdsRow,
  WebhookEndpointRow,
  WebhookEventRow,
  WebhookDeliveryRow,
  SealingKeyRow,
  ResponsibleDeclarationRow,
  ProcessRow,
];
