import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/domain/invoice/stored-document.ts';
import { writeFacturae } from '../../../src/domain/einvoice/facturae/write-facturae.ts';
import { writeXml } from '../../../src/domain/einvoice/formats.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { completeForFacturae } from '../support/facturae-documents.ts';

/*
 * What each released version of the writers wrote. A download years later has the same bytes
 * (ops/adr/0062), so these files never change. UPDATE_GOLDEN writes a file that does not exist yet.
 */

const VERSION = 1;
const GOLDEN = new URL('../../golden/', import.meta.url);

const write = {
  ubl: (text: string) => writeXml('ubl', readSource(text)),
  cii: (text: string) => writeXml('cii', readSource(text)),
  facturae: (text: string) => writeFacturae(completeForFacturae(readDocument(text)), buildProfile()),
};

/** EN 16931 has one recipient. */
function readSource(text: string) {
  const { otherRecipients: _others, ...document } = readDocument(text);
  return { document, profile: buildProfile() };
}

describe.each([1, 2, 3, 4])('a stored document of version %i', (document) => {
  it.each(['ubl', 'cii', 'facturae'] as const)('is written with the same bytes for ever as %s', (format) => {
    const text = readFileSync(new URL(`documents/version-${document}.json`, GOLDEN), 'utf8');
    const file = new URL(`einvoices/version-${VERSION}/document-${document}.${format}.xml`, GOLDEN);
    const written = write[format](text);
    if (process.env['UPDATE_GOLDEN'] && !existsSync(file)) writeFileSync(file, written);
    expect(written).toBe(readFileSync(file, 'utf8'));
  });
});
