import type { Pool, PoolClient } from 'pg';
import type { InvoiceInput } from '../../../../src/contracts/invoice-input.ts';
import { prepareInvoice, type PreparedInvoice } from '../../../../src/domain/invoice/prepare-invoice.ts';
import { FLAT_RULES } from '../../../../src/domain/reading/request-rules.ts';
import { formatGeneratedAt, todayInMadrid } from '../../../../src/domain/reading/madrid-time.ts';
import { withTransaction } from '../../../../src/platform/postgres/database.ts';
import type { ChainHead } from '../../../../src/issue/statements/issuing.ts';
import { openChains } from '../../../../src/issue/chain-records.ts';
import { joinMessages } from '../../../../src/domain/reading/findings.ts';

const SOFTWARE = {
  producerName: 'Productor',
  producerNif: 'A12345674',
  systemName: 'Peer',
  systemId: '01',
  version: '1',
};

/**
 * Issues one invoice in one transaction, with the product's own rules and records. A repeated job
 * issues it only once.
 */
export async function issueInvoice(pool: Pool, invoiceId: number): Promise<void> {
  const input = await readPending(pool, invoiceId);
  if (input === null) return;
  const today = todayInMadrid(new Date());
  const prepared = prepareInvoice(input, {
    rules: FLAT_RULES,
    organizationName: 'Ejemplo, S.L.',
    today,
  });
  if (prepared.kind === 'refused') throw new Error(joinMessages(prepared.findings).en);
  await withTransaction(pool, (client) => issuePrepared(client, invoiceId, prepared.invoice));
}

async function readPending(pool: Pool, invoiceId: number): Promise<InvoiceInput | null> {
  const { rows } = await pool.query<{ document: InvoiceInput }>({
    name: 'read',
    text: `select document from invoices where id = $1 and status = 'pending'`,
    values: [invoiceId],
  });
  return rows[0]?.document ?? null;
}

async function issuePrepared(
  client: PoolClient,
  invoiceId: number,
  { document }: PreparedInvoice,
): Promise<void> {
  const head = await lockChain(client, document.issuer.nif);
  const claimed = await client.query({
    name: 'claim',
    text: `update invoices set status = 'issued' where id = $1 and status = 'pending'`,
    values: [invoiceId],
  });
  if (claimed.rowCount === 0) return;
  await client.query({
    name: 'issue',
    text: `insert into issued_invoices (id, issuer_nif, invoice_number, issue_date, total, document)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [
      invoiceId,
      document.issuer.nif,
      document.number,
      document.issueDate,
      document.totals.total,
      JSON.stringify(document),
    ],
  });
  const chains = openChains([head], SOFTWARE, formatGeneratedAt(new Date()));
  const record = chains.register({ id: invoiceId, document });
  await client.query({
    name: 'record',
    text: `insert into registration_records (chain_id, sequence, invoice_id, previous_hash, hash, xml)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [head.id, record.sequence, invoiceId, record.previousHash, record.hash, record.xml],
  });
  const next = chains.listMoved()[0]!;
  await client.query({
    name: 'move',
    text: `update chains set sequence = $2, last_hash = $3, last_invoice_number = $4, last_issue_date = $5 where id = $1`,
    values: [head.id, next.sequence, next.hash, next.number, next.issueDate],
  });
}

async function lockChain(client: PoolClient, issuerNif: string): Promise<ChainHead> {
  const { rows } = await client.query<ChainHead>({
    name: 'lock',
    text: `select id::float8 as id, issuer_nif as "issuerNif", 'peer' as "installationNumber", sequence::float8 as sequence,
                  last_hash as "lastHash", last_invoice_number as "lastInvoiceNumber",
                  last_issue_date as "lastIssueDate", null as "issuerProfileId", 1 as "chainsOfOrganization",
                  0 as "remittedSequence"
           from chains where issuer_nif = $1 for update`,
    values: [issuerNif],
  });
  return rows[0]!;
}
