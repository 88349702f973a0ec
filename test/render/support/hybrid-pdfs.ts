import { readFileSync } from 'node:fs';
import { attachFacturX } from '../../../src/render/postprocess/attach-factur-x.ts';
import { extractPdfs } from '../../../src/render/postprocess/stored-render-batch.ts';

const fileOf = (ending: string) => new URL(`../../golden/prints/version-1.${ending}`, import.meta.url);

/**
 * Returns the PDFs of the golden render batch: a page, one with an accent, several pages, and one
 * without QR code.
 */
export function readGoldenPdfs(): Buffer[] {
  const hashes = JSON.parse(readFileSync(fileOf('json'), 'utf8')) as [number, string][];
  return extractPdfs(
    1,
    readFileSync(fileOf('print')),
    hashes.map(([id]) => id),
  );
}

export const ISSUED_AT = new Date('2026-11-20T09:30:15.250Z');

const LINES = Array.from({ length: 4 }, (_, index) => {
  const net = `<ram:LineTotalAmount>${index + 1}00.00</ram:LineTotalAmount>`;
  return `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>${index + 1}</ram:LineID></ram:AssociatedDocumentLineDocument><ram:SpecifiedTradeProduct><ram:Name>Servicio de consultoría, ${2026 + index * 37} h</ram:Name></ram:SpecifiedTradeProduct><ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${index + 1}00.00</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement><ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery><ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>21</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementLineMonetarySummation>${net}</ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`;
});

/** A text of the size of a typical invoice in the syntax CII. Its content does not matter here. */
export const SOME_XML = `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"><ram:Note>«Ñandú» 😀 &amp;</ram:Note>${LINES.join('')}</rsm:CrossIndustryInvoice>\n`;

/** Makes a hybrid invoice of a PDF. */
export function makeHybrid(pdf: Buffer, xml = SOME_XML): Buffer {
  return attachFacturX(pdf, { xml, issuedAt: ISSUED_AT });
}
