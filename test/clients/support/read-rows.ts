import { readColumnMap } from '../../../clients/typescript/src/cli/input/column-map.ts';
import { readCsv } from '../../../clients/typescript/src/cli/input/read-csv.ts';
import { describeFaults } from '../../../clients/typescript/src/cli/input/row-faults.ts';
import { findShop, readShop } from '../../../clients/typescript/src/cli/shops/read-shop.ts';
import type { Issued } from '../../../clients/typescript/src/cli/shops/shop-order.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';

/* Reads rows of the exports of shop systems. */

export type Cells = Readonly<Record<string, string>>;

const MAP = {
  constants: { issuer_nif: 'B12345674', issue_date: '2026-11-20' },
  series: { F1: 'F-001', F2: 'T-001', R1: 'R-001', R5: 'D-001' },
};

/**
 * Converts rows of an export to invoices, with a map of an issuer with four series.
 * @param issued the invoices that the engine has.
 * @throws if there are not as many faults as expected.
 */
export async function readRows(
  preset: string,
  rows: readonly Cells[],
  map: object = {},
  issued: readonly (readonly [string, Issued])[] = [],
  expectedFaults = 0,
) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const table = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const text = table.map((cells) => cells.map(quote).join(',')).join('\n');
  const asked = () => Promise.resolve(new Map(issued));
  const rules = readColumnMap(JSON.stringify({ ...MAP, ...map }));
  const shop = findShop(preset)!;
  const { invoices, notes, faults, warnings } = await readShop(shop, readCsv(text, ','), rules, asked);
  if (faults.length !== expectedFaults) throw new Error(describeFaults(faults));
  return { invoices: invoices.map((one) => JSON.parse(one.text) as InvoiceInput), notes, warnings };
}
