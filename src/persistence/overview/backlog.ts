import type { Connection } from '../connection/database.ts';
import { statementsBeside } from '../connection/statement.ts';

/* What is unfinished and how the server stands, in numbers for metrics. Each statement is bounded by what is unfinished. */

const loadStatement = statementsBeside(import.meta.url);

const MEASURE_BACKLOG = loadStatement('measure-backlog');
const MEASURE_LOADS = loadStatement('measure-loads');
const MEASURE_LATE_RECORDS = loadStatement('measure-late-records');
const MEASURE_SERVER = loadStatement('measure-server');

/** Their PDFs are counted one by one, in some 100 ms. */
const COUNTED_BATCHES = 200;

export type Backlog = {
  /** That wait to be issued, and their invoices. */
  readonly batches: number;
  readonly invoices: number;
  /** Since the first of the batches was received; 0 where none waits. */
  readonly batchSeconds: number;
  /** Issued invoices whose PDF is missing, and since when the first of them. */
  readonly pdfs: number;
  readonly pdfSeconds: number;
};

/** Measures what waits to be issued and rendered. */
export async function measureBacklog(connection: Connection, now: Date): Promise<Backlog> {
  const { rows } = await connection.query<Backlog>({ ...MEASURE_BACKLOG, values: [now, COUNTED_BATCHES] });
  return rows[0]!;
}

export type OrganizationLoad = {
  /** null: all that are not named, together. */
  readonly organizationId: number | null;
  readonly issuing: number;
  readonly rendering: number;
};

/** Invoices that wait to be issued and for PDFs, of those organizations that have most of them. @param most named ones. */
export async function measureLoads(connection: Connection, most: number): Promise<OrganizationLoad[]> {
  const { rows } = await connection.query<OrganizationLoad>({ ...MEASURE_LOADS, values: [most] });
  return rows;
}

export type LateRecords = {
  readonly oldestSeconds: number;
  readonly overdueSeconds: number;
};

/** Measures how late registration records are: at all, and for no reason but ours. */
export async function measureLateRecords(connection: Connection, now: Date): Promise<LateRecords> {
  const { rows } = await connection.query<LateRecords>({ ...MEASURE_LATE_RECORDS, values: [now] });
  return rows[0]!;
}

export type ServerMeasures = {
  readonly connections: number;
  /** What ordinary logins may have of them. */
  readonly connectionLimit: number;
  readonly standbys: number;
  /** null where nothing is archived. */
  readonly isArchiveFailing: boolean | null;
};

/** Measures PostgreSQL itself. */
export async function measureServer(connection: Connection): Promise<ServerMeasures> {
  const { rows } = await connection.query<ServerMeasures>({ ...MEASURE_SERVER, values: [] });
  return rows[0]!;
}
