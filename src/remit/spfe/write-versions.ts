import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Pool } from 'pg';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { onlyEnglish, type Text } from '../../contracts/messages/texts.ts';
import { NotExpressible } from '../../domain/einvoice/refusal.ts';
import { prepareSpfe } from '../../domain/einvoice/spfe/write-spfe.ts';
import { readDocument } from '../../domain/invoice/stored-document.ts';
import { BlockDamage } from '../../platform/literals/literal-block.ts';
import { readLiterals } from '../../platform/literals/read-literals.ts';
import { type StoredFile, storeFile } from '../../platform/literals/stored-file.ts';
import { withTransaction } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/spfe.sql.ts';

/** The most deliveries whose contents are written together, which takes about a second. */
const MOST_OF_CHUNK = 100;
/** The rule of a delivery whose document cannot be read. */
const UNREADABLE = 'stored document';
/** The rule of a delivery whose file a fault of the engine prevents. It holds up no other one. */
const FAULTY = 'engine';
const MAX_TEXT = 1000;

type Written = { readonly invoiceId: number; readonly isCopy: boolean; readonly size: number } & StoredFile;
type Blocked = { readonly invoiceId: number; readonly rule: string; readonly says: Text };

/**
 * Writes the contents of the next deliveries of an issuer that have none, exactly as they are sent, and
 * blocks those that cannot be expressed. A delivery is prepared whether or not there is a transport.
 * Concurrent calls write different deliveries.
 * @param report called with a fault of the engine that prevents the contents of one delivery.
 * @returns how many were written or blocked; fewer than `most` if none is left.
 * @throws when the database is unavailable, and MonthArchivedError if a document is archived.
 */
export function writeVersions(
  pool: Pool,
  { organizationId, issuerNif }: { readonly organizationId: number; readonly issuerNif: string },
  now: Date,
  report: (invoiceId: number, error: unknown) => void,
  most = MOST_OF_CHUNK,
): Promise<number> {
  return withTransaction(pool, async (client) => {
    const listed = (await query(client, sql.listUnwrittenSpfe(organizationId, issuerNif, most))).rows;
    if (listed.length === 0) return 0;
    const literalOf = await readLiterals(client, 'documents', listed);
    const written: Written[] = [];
    const blocked: Blocked[] = [];
    for (const { invoiceId, channel, profile, qrUrl } of listed) {
      const isCopy = channel === 'copy';
      try {
        const document = readDocument(literalOf({ invoiceId }));
        const xml = Buffer.from(prepareSpfe({ document, profile, qrUrl, isCopy })());
        written.push({ invoiceId, isCopy, size: xml.length, ...(await storeFile(xml)) });
      } catch (error) {
        const why = explain(error);
        if (why.rule === FAULTY) report(invoiceId, error);
        blocked.push({ invoiceId, ...why });
      }
      await yieldToEventLoop();
    }
    if (written.length > 0)
      await query(
        client,
        sql.insertSpfeVersions(
          organizationId,
          now,
          written.map(({ invoiceId }) => invoiceId),
          written.map(({ isCopy }) => isCopy),
          written.map(({ content }) => content),
          written.map(({ size }) => size),
          written.map(({ sha256 }) => sha256),
        ),
      );
    if (blocked.length > 0)
      await query(
        client,
        sql.blockSpfeDeliveries(
          blocked.map(({ invoiceId }) => invoiceId),
          blocked.map(({ rule }) => rule),
          blocked.map(({ says }) => says.en.slice(0, MAX_TEXT)),
          blocked.map(({ says }) => says.es.slice(0, MAX_TEXT)),
        ),
      );
    return listed.length;
  });
}

/** Explains why the contents of one delivery cannot be written. */
function explain(error: unknown): Omit<Blocked, 'invoiceId'> {
  if (error instanceof NotExpressible) return { rule: error.refusal.rule, says: error.refusal.message };
  if (error instanceof BlockDamage) return { rule: UNREADABLE, says: onlyEnglish(error.message) };
  return { rule: FAULTY, says: formatMessage('spfe_file_failed') };
}
