import type { InvoiceDocument, Recipient } from '../../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../../contracts/issuer-profile.ts';
import { EXCHANGE_DECIMALS } from '../../invoice/charge-group.ts';
import { listPrintedAmounts } from '../../invoice/printed-amounts.ts';
import { buildLegalMentions } from '../../mentions/choose-mentions.ts';
import { LEGAL_MENTIONS } from '../../mentions/legal-mentions.ts';
import { formatDecimal, roundDivision, scaleDecimal } from '../../money/decimals.ts';
import { NotExpressible } from '../refusal.ts';
import { buildCorrective } from './corrective.ts';
import { requireCurrency } from './currency-codes.ts';
import { buildInformation, buildReferences, findRelatedInvoice } from './information.ts';
import { splitNumber } from './invoice-number.ts';
import { isTaxDeferred } from '../tax-treatment.ts';
import { limitText } from './limit-text.ts';
import { buildLine } from './lines.ts';
import type { Facturae } from './model.ts';
import { buildBuyer, buildSeller, buildThirdParty, type ThirdParty } from './parties.ts';
import { buildInstallments } from './payment.ts';
import { readPeriod } from './periods.ts';
import { shareTaxes } from './share-taxes.ts';
import { buildTaxesOutputs, buildTaxesWithheld } from './taxes.ts';
import { buildTotals } from './totals.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

const EURO = 'EUR';
const MAX_TEXT = 2500;

/**
 * Expresses an issued invoice in Facturae 3.2.2. All amounts are those of the document.
 * @param profile the issuer's profile of the time of issue.
 * @param thirdParty who issues or signs the invoice in the name of its issuer; null if it is the
 *   issuer or the recipient.
 * @throws NotExpressible with the element of the schema that prevents it.
 */
export function buildFacturae(
  document: InvoiceDocument,
  profile: IssuerDetails | null,
  thirdParty: ThirdParty | null,
): Facturae {
  const recipient = requireBuyer(document);
  const printed = listPrintedAmounts(document);
  const shares = shareTaxes(document, printed);
  const lines = document.lines.map((line, place) =>
    buildLine(line, printed[place]!, shares[place]!, document),
  );
  const { taxes, ...sums } = buildTaxesOutputs(document);
  const totals = buildTotals(
    document,
    printed.slice(lines.length),
    lines.map(({ gross }) => gross),
    sums,
  );
  const corrective = buildCorrective(document);
  const operationDate = findOperationDate(document);
  const period = readPeriod(document.period);
  const installments = buildInstallments(document, profile);
  const relatedInvoice = findRelatedInvoice(document);
  const information = buildInformation(document, profile, installments.length > 0);
  const { number, issuer, issueDate, currency, description } = document;
  const isIssuedByRecipient = document.issuedBy?.role === 'recipient';
  return {
    issuerType: isIssuedByRecipient ? 'RE' : thirdParty === null ? 'EM' : 'TE',
    ...(!isIssuedByRecipient && thirdParty !== null && { thirdParty: buildThirdParty(thirdParty) }),
    batchIdentifier: issuer.nif + number,
    seller: buildSeller(document, profile),
    buyer: buildBuyer(recipient),
    number: splitNumber(number),
    documentType: isIssuedByRecipient ? 'AF' : 'FC',
    invoiceClass: corrective === undefined ? 'OO' : 'OR',
    ...(corrective !== undefined && { corrective }),
    issueDate,
    ...(operationDate !== undefined && { operationDate }),
    ...(period !== undefined && { period }),
    currency: requireCurrency(currency ?? EURO),
    ...buildExchange(document),
    ...(description !== '' && {
      description: limitText(
        description,
        'InvoiceDescription',
        MAX_TEXT,
        formatMessage('the_operation_description'),
      ),
    }),
    ...buildReferences(document),
    outputs: taxes,
    withheld: buildTaxesWithheld(document),
    totals,
    lines,
    installments,
    legalReferences: buildLegalMentions(document, { mentions: LEGAL_MENTIONS }).map(({ law }) => law),
    ...(relatedInvoice !== undefined && { relatedInvoice }),
    ...(information !== '' && { information }),
  };
}

/**
 * Returns the recipient.
 * @throws NotExpressible for a simplified invoice, and if there are several recipients.
 */
function requireBuyer({ type, recipient, otherRecipients = [] }: InvoiceDocument): Recipient {
  if (type === 'F2' || type === 'R5' || recipient === null) {
    throw new NotExpressible('BuyerParty', formatMessage('facturae_simplified', { type }));
  }
  if (otherRecipients.length > 0) {
    throw new NotExpressible(
      'BuyerParty',
      formatMessage('facturae_several_recipients', { count: otherRecipients.length + 1 }),
    );
  }
  return recipient;
}

/**
 * Returns the day of the operation. With regimes 14 and 15 the operation date is the day on which
 * the tax will be due, so there is none.
 */
function findOperationDate(document: InvoiceDocument): string | undefined {
  const { operationDate, issueDate } = document;
  if (operationDate === null || operationDate === issueDate || isTaxDeferred(document)) return undefined;
  return operationDate;
}

const MAX_RATE_DECIMALS = 8;

/**
 * Builds ExchangeRateDetails: the exchange rate in the eight decimals that the schema allows, and
 * the day on which the tax becomes due, whose rate applies (LIVA art. 79.Once). The exact rate is
 * part of the additional information.
 */
function buildExchange(document: InvoiceDocument): Pick<Facturae, 'exchange'> {
  const { exchangeRate, issueDate } = document;
  if (exchangeRate === undefined) return {};
  const scaled = scaleDecimal(exchangeRate, EXCHANGE_DECIMALS);
  const rounded = roundDivision(scaled, 10n ** BigInt(EXCHANGE_DECIMALS - MAX_RATE_DECIMALS));
  const rate = formatDecimal(rounded, MAX_RATE_DECIMALS, 2);
  return { exchange: { rate, date: findOperationDate(document) ?? issueDate } };
}
