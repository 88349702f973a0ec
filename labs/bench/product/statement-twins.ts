import { FLAT_RULES } from '../../../src/domain/reading/request-rules.ts';
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { insertBatch, type NewBatch } from '../../../src/accept/statements/accept-statement.ts';
import { findSession } from '../../../src/organizations/access/session-statements.ts';
import { listBatchInvoices } from '../../../src/api/reads/invoices/batch-invoices.ts';
import {
  insertIssuedInvoices,
  insertRegistrationRecords,
  type NewIssuedInvoice,
  type NewRecord,
} from '../../../src/issue/statements/issuing.ts';
import type { PlacedBlock } from '../../../src/platform/literals/build-block.ts';
import type { EntityManager } from '../../../src/platform/postgres/open-database.ts';
import {
  BatchBodyRow,
  BatchInvoiceRow,
  BatchRow,
  IdempotencyRecordRow,
} from '../../../src/platform/postgres/rows/batch-rows.ts';
import {
  DocumentBlockRow,
  IssuedInvoiceRow,
  RecordBlockRow,
  RegistrationRecordRow,
} from '../../../src/platform/postgres/rows/issued-rows.ts';
import {
  ApiKeyRow,
  OrganizationRow,
  SessionRow,
} from '../../../src/platform/postgres/rows/organization-rows.ts';
import { PdfRow, RenderBatchRow } from '../../../src/platform/postgres/rows/pdf-rows.ts';
import { RecordAnswerRow } from '../../../src/platform/postgres/rows/submission-rows.ts';
import { insertRenderBatch } from '../../../src/render/statements/rendering.ts';
import { insertRecordAnswers, type NewRecordAnswer } from '../../../src/remit/statements/remission.ts';

/*
 * The product's prepared statements, and the same work done with MikroORM's EntityManager and the
 * product's entities in the conventional way.
 */

/**
 * Two ways to do the same in one transaction. Each returns the number of rows that it wrote or
 * read.
 */
export type Twins = {
  readonly name: string;
  readonly prepared: (client: PoolClient) => Promise<number>;
  readonly mapped: (em: EntityManager) => Promise<number>;
};

export type TwinsGround = {
  readonly organizationId: number;
  readonly batchId: number;
  readonly chainId: number;
  readonly tokenHash: Buffer;
  readonly batch: NewBatch;
  readonly invoices: readonly NewIssuedInvoice[];
  readonly documents: readonly PlacedBlock[];
  readonly records: readonly NewRecord[];
  readonly xml: readonly PlacedBlock[];
  readonly answers: readonly NewRecordAnswer[];
  readonly now: Date;
};

/** The number of PDFs of one render batch. */
const PDFS = 32;
const PAGE = 100;

export function listTwins(ground: TwinsGround): Twins[] {
  return [accept(ground), issue(ground), remit(ground), render(ground), list(ground), authenticate(ground)];
}

function accept({ batch, organizationId, now }: TwinsGround): Twins {
  const { externalInvoiceIds, invoiceNumbers, processingErrors } = batch;
  return {
    name: 'Accept a batch of 1000',
    async prepared(client) {
      await insertBatch(client, batch);
      return externalInvoiceIds.length;
    },
    async mapped(em) {
      const organization = await em.findOneOrFail(OrganizationRow, { id: organizationId });
      organization.batchesCount += 1;
      const stored = em.create(BatchRow, {
        organizationId,
        ordinal: organization.batchesCount,
        externalBatchId: batch.externalBatchId,
        status: 'received',
        invoicesCount: externalInvoiceIds.length,
        receivedAt: now,
        work: batch.work,
      });
      await em.flush();
      const batchId = stored.id;
      await em.insert(BatchBodyRow, { batchId, organizationId, body: batch.body });
      await em.insert(IdempotencyRecordRow, {
        organizationId,
        key: batch.idempotencyKey,
        batchId,
        bodyHash: batch.bodyHash,
        response: batch.response.join(String(batchId)),
        createdAt: now,
      });
      await em.insertMany(
        BatchInvoiceRow,
        externalInvoiceIds.map((externalInvoiceId, position) => ({
          id: batchId * 1000 + position,
          organizationId,
          batchId,
          externalInvoiceId,
          invoiceNumber: invoiceNumbers[position] ?? null,
          processingError: processingErrors[position] ?? null,
        })),
      );
      return externalInvoiceIds.length;
    },
  };
}

function issue({ organizationId, invoices, documents, records, xml, now }: TwinsGround): Twins {
  return {
    name: 'Issue a batch of 1000',
    async prepared(client) {
      await insertIssuedInvoices(client, organizationId, now, invoices, documents);
      await insertRegistrationRecords(client, organizationId, now, records, xml);
      return invoices.length;
    },
    async mapped(em) {
      await em.insertMany(
        IssuedInvoiceRow,
        invoices.map(({ number, type, furtherTerms: _terms, rectifies: _originals, ...invoice }) => ({
          ...invoice,
          organizationId,
          invoiceNumber: number,
          invoiceType: type,
          issuedAt: now,
        })),
      );
      const place = (block: PlacedBlock) => ({ ...block, organizationId });
      await em.insertMany(DocumentBlockRow, documents.map(place));
      await em.insertMany(
        RegistrationRecordRow,
        records.map((record) => ({ ...record, organizationId, kind: 'alta' as const, generatedAt: now })),
      );
      await em.insertMany(RecordBlockRow, xml.map(place));
      return invoices.length;
    },
  };
}

function remit({ organizationId, chainId, answers, now }: TwinsGround): Twins {
  const attempt = { chainId, attempt: 1, submissionId: 1 };
  return {
    name: 'Store the answers to an envelope of 1000',
    async prepared(client) {
      await insertRecordAnswers(client, attempt, answers, now);
      return answers.length;
    },
    async mapped(em) {
      await em.insertMany(
        RecordAnswerRow,
        answers.map((answer) => ({ ...attempt, ...answer, organizationId, answeredAt: now })),
      );
      return answers.length;
    },
  };
}

function render({ organizationId, batchId }: TwinsGround): Twins {
  const stored = { version: 1, sha256: Buffer.alloc(32), content: Buffer.alloc(200_000), storedOn: null };
  const pdfs = Array.from({ length: PDFS }, (_, position) => ({
    issuedInvoiceId: batchId * 1000 + position,
    isAnnulled: false,
    pages: 1,
  }));
  return {
    name: `Store a render batch of ${PDFS} PDFs`,
    async prepared(client) {
      await insertRenderBatch(client, { ...stored, pdfs });
      return pdfs.length;
    },
    async mapped(em) {
      const issuedInvoiceId = { $in: pdfs.map((pdf) => pdf.issuedInvoiceId) };
      const known = await em.find(PdfRow, { issuedInvoiceId });
      const isKnown = new Set(known.map((pdf) => pdf.issuedInvoiceId));
      const renderBatchId = Number(await em.insert(RenderBatchRow, { ...stored, organizationId }));
      const missing = pdfs.filter((pdf) => !isKnown.has(pdf.issuedInvoiceId));
      await em.insertMany(
        PdfRow,
        missing.map((pdf) => ({ ...pdf, organizationId, renderBatchId })),
      );
      return missing.length;
    },
  };
}

function list({ organizationId, batchId }: TwinsGround): Twins {
  return {
    name: `List a page of ${PAGE} invoices of a batch`,
    async prepared(client) {
      const page = await listBatchInvoices(client, organizationId, batchId, { page: 3, per_page: PAGE });
      return page!.items.length;
    },
    async mapped(em) {
      const batch = await em.findOneOrFail(BatchRow, { id: batchId, organizationId });
      const invoices = await em.find(
        BatchInvoiceRow,
        { batchId: batch.id },
        { orderBy: { id: 'asc' }, limit: PAGE, offset: 2 * PAGE },
      );
      const ids = { $in: invoices.map(({ id }) => id) };
      const issued = await em.find(IssuedInvoiceRow, { id: ids });
      const records = await em.find(RegistrationRecordRow, { issuedInvoiceId: ids, kind: 'alta' });
      const answers = await em.find(RecordAnswerRow, {
        chainId: { $in: [...new Set(records.map((record) => record.chainId))] },
        sequence: { $in: records.map((record) => record.sequence) },
      });
      const totals = new Map(issued.map(({ id, total }) => [id, total]));
      const states = new Map(answers.map(({ sequence, state }) => [sequence, state]));
      const recordOf = new Map(records.map((record) => [record.issuedInvoiceId, record]));
      return invoices
        .map(({ id, externalInvoiceId, invoiceNumber }) => {
          const state = states.get(recordOf.get(id)?.sequence ?? 0) ?? 'remission';
          return { id, externalInvoiceId, invoiceNumber, total: totals.get(id), state };
        })
        .filter(({ total }) => total !== undefined).length;
    },
  };
}

function authenticate({ tokenHash, now }: TwinsGround): Twins {
  return {
    name: 'Find the session of a request',
    prepared: async (client) => ((await findSession(client, tokenHash, now)) === null ? 0 : 1),
    async mapped(em) {
      const session = await em.findOne(SessionRow, { tokenHash, expiresAt: { $gt: now } });
      if (session === null) return 0;
      const key = await em.findOne(ApiKeyRow, { id: session.apiKeyId, revokedAt: null });
      const organization = await em.findOne(OrganizationRow, { id: session.organizationId });
      return key === null || organization === null ? 0 : 1;
    },
  };
}

/** Builds a batch as accepting stores it. */
export function buildNewBatch(organizationId: number, count: number, now: Date): NewBatch {
  const places = Array.from({ length: count }, (_, position) => position);
  return {
    rules: FLAT_RULES,
    organizationId,
    idempotencyKey: randomUUID(),
    bodyHash: Buffer.alloc(32),
    response: ['{"id":', '}'],
    receivedAt: now,
    externalBatchId: 'twin',
    work: count,
    traceparent: null,
    body: Buffer.alloc(60_000),
    externalInvoiceIds: places.map((position) => `order-${position}`),
    invoiceNumbers: places.map((position) => `T2026/${position}`),
    processingErrors: places.map(() => null),
    spanishErrors: [],
    metadata: [],
    warnings: [],
    issuerNifs: 'B12345674',
  };
}
