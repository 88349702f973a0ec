import { escapeXml } from 'verifactu-protocol/records/xml';
import { FileDamage, restoreFile, type StoredFile } from '../platform/literals/stored-file.ts';

type SignedFile = StoredFile & {
  readonly id: number;
  readonly issuerNif: string;
  readonly number: string;
};

/**
 * Returns what is wrong with the stored signed Facturae of an invoice; null if it can be delivered
 * and is that of the invoice.
 */
export async function findFileFault({ id, issuerNif, number, ...file }: SignedFile): Promise<string | null> {
  const what = `The signed Facturae of invoice ${id}`;
  try {
    const text = (await restoreFile(file, what)).toString('utf8');
    const identifier = `<BatchIdentifier>${escapeXml(issuerNif + number)}</BatchIdentifier>`;
    return text.includes(identifier) ? null : `${what} is that of another invoice`;
  } catch (error) {
    if (error instanceof FileDamage) return error.message;
    throw error;
  }
}
