import type { BatchView } from '../../contracts/answers.ts';
import type { Connection } from '../connection/database.ts';
import { queryAs } from '../connection/scoped-query.ts';
import { statementsBeside } from '../connection/statement.ts';
import { type Page, type PageRow, toPage } from './page.ts';

const loadStatement = statementsBeside(import.meta.url);

const LIST_BATCHES = loadStatement('list-batches');
const GET_BATCH = loadStatement('get-batch');

/** A page of an organization's batches, newest first. */
export async function listBatches(
  connection: Connection,
  organizationId: number,
  page: { readonly page: number; readonly perPage: number },
): Promise<Page<BatchView>> {
  const { rows } = await queryAs<PageRow<BatchView>>(connection, organizationId, {
    ...LIST_BATCHES,
    values: [organizationId, page.page, page.perPage],
  });
  return toPage<BatchView>(rows);
}

/** One batch, or null when the organization has none with this id. */
export async function getBatch(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<BatchView | null> {
  const { rows } = await queryAs<BatchView>(connection, organizationId, {
    ...GET_BATCH,
    values: [organizationId, batchId],
  });
  return rows[0] ?? null;
}
