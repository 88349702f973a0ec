import { constant, each, leaf, of, parent, type Part } from '../../xml/parts.ts';
import type { Buyer, CategoryAndRate, Line, LineAllowance, Period, PostalAddress, Seller } from '../terms.ts';

/*
 * The parts of CII that are about dates, parties and lines.
 */

/** UNTDID 2379: CCYYMMDD. */
export const DAY = { format: '102' };

/** Formats a day for CII: `YYYY-MM-DD` becomes CCYYMMDD. An absent day stays undefined. */
export function writeDay(date: string | undefined): string | undefined {
  return date?.replaceAll('-', '');
}

/** An element with a date. */
export function day<T>(name: string, read: (value: T) => string | undefined): Part<T> {
  return parent<T>(
    name,
    leaf('udt:DateTimeString', (value) => writeDay(read(value)), DAY),
  );
}

/**
 * Builds the element of a period (EN 16931 BG-14, BG-26), with its first and its last day if
 * present.
 */
export function period(name: string): Part<Period> {
  return parent(
    name,
    day('ram:StartDateTime', ({ start }) => start),
    day('ram:EndDateTime', ({ end }) => end),
  );
}

export const ADDRESS = parent<PostalAddress>(
  'ram:PostalTradeAddress',
  leaf('ram:PostcodeCode', ({ postCode }) => postCode),
  leaf('ram:LineOne', ({ line }) => line),
  leaf('ram:CityName', ({ city }) => city),
  leaf('ram:CountryID', ({ country }) => country),
  leaf('ram:CountrySubDivisionName', ({ subdivision }) => subdivision),
);

function taxRegistration<T>(scheme: string, read: (value: T) => string | undefined): Part<T> {
  return parent<T>('ram:SpecifiedTaxRegistration', leaf('ram:ID', read, { schemeID: scheme }));
}

export const SELLER = parent<Seller>(
  'ram:SellerTradeParty',
  leaf('ram:Name', (seller) => seller['BT-27']),
  leaf('ram:Description', (seller) => seller['BT-33']),
  parent(
    'ram:SpecifiedLegalOrganization',
    leaf('ram:ID', (seller) => seller['BT-30']),
  ),
  parent(
    'ram:DefinedTradeContact',
    parent(
      'ram:TelephoneUniversalCommunication',
      leaf('ram:CompleteNumber', (seller) => seller['BT-42']),
    ),
    parent(
      'ram:EmailURIUniversalCommunication',
      leaf('ram:URIID', (seller) => seller['BT-43']),
    ),
  ),
  of((seller) => seller['BG-5'], ADDRESS),
  parent(
    'ram:URIUniversalCommunication',
    leaf('ram:URIID', (seller) => seller['BT-34']?.value, { schemeID: (seller) => seller['BT-34']?.scheme }),
  ),
  taxRegistration('VA', (seller) => seller['BT-31']),
  taxRegistration('FC', (seller) => seller['BT-32']),
);

export const BUYER = parent<Buyer>(
  'ram:BuyerTradeParty',
  leaf('ram:ID', (buyer) => buyer['BT-46']),
  leaf('ram:Name', (buyer) => buyer['BT-44']),
  parent(
    'ram:SpecifiedLegalOrganization',
    leaf('ram:ID', (buyer) => buyer['BT-47']),
  ),
  parent(
    'ram:DefinedTradeContact',
    leaf('ram:PersonName', (buyer) => buyer['BT-56']),
    parent(
      'ram:TelephoneUniversalCommunication',
      leaf('ram:CompleteNumber', (buyer) => buyer['BT-57']),
    ),
    parent(
      'ram:EmailURIUniversalCommunication',
      leaf('ram:URIID', (buyer) => buyer['BT-58']),
    ),
  ),
  of((buyer) => buyer['BG-8'], ADDRESS),
  parent(
    'ram:URIUniversalCommunication',
    leaf('ram:URIID', (buyer) => buyer['BT-49']?.value, { schemeID: (buyer) => buyer['BT-49']?.scheme }),
  ),
  taxRegistration('VA', (buyer) => buyer['BT-48']),
);

/** The category and the rate of a line, an allowance or a charge. */
export function category(name: string): Part<CategoryAndRate> {
  return parent(
    name,
    constant('ram:TypeCode', 'VAT'),
    leaf('ram:CategoryCode', (tax) => tax.category),
    leaf('ram:RateApplicablePercent', ({ rate }) => rate),
  );
}

/**
 * Builds the element that distinguishes charges from allowances.
 * @param read returns true for a charge.
 */
export function indicator<T>(read: (value: T) => boolean): Part<T> {
  return parent<T>(
    'ram:ChargeIndicator',
    leaf('udt:Indicator', (value) => String(read(value))),
  );
}

const LINE_ALLOWANCE = parent<LineAllowance>(
  'ram:SpecifiedTradeAllowanceCharge',
  indicator(({ isCharge }) => isCharge),
  leaf('ram:CalculationPercent', ({ percent }) => percent),
  leaf('ram:BasisAmount', ({ base }) => base),
  leaf('ram:ActualAmount', ({ amount }) => amount),
  leaf('ram:ReasonCode', ({ isCharge }) => (isCharge ? undefined : '95')),
  leaf('ram:Reason', ({ reason }) => reason),
);

export const LINE = parent<Line>(
  'ram:IncludedSupplyChainTradeLineItem',
  parent(
    'ram:AssociatedDocumentLineDocument',
    leaf('ram:LineID', (line) => line['BT-126']),
    parent(
      'ram:IncludedNote',
      leaf('ram:Content', (line) => line['BT-127']),
    ),
  ),
  parent(
    'ram:SpecifiedTradeProduct',
    leaf('ram:GlobalID', (line) => line['BT-157'], { schemeID: '0160' }),
    leaf('ram:SellerAssignedID', (line) => line['BT-155']),
    leaf('ram:BuyerAssignedID', (line) => line['BT-156']),
    leaf('ram:Name', (line) => line['BT-153']),
    leaf('ram:Description', (line) => line['BT-154']),
  ),
  parent(
    'ram:SpecifiedLineTradeAgreement',
    parent(
      'ram:BuyerOrderReferencedDocument',
      leaf('ram:LineID', (line) => line['BT-132']),
    ),
    parent(
      'ram:NetPriceProductTradePrice',
      leaf('ram:ChargeAmount', (line) => line['BT-146']),
    ),
  ),
  parent(
    'ram:SpecifiedLineTradeDelivery',
    leaf('ram:BilledQuantity', (line) => line['BT-129'], { unitCode: (line) => line['BT-130'] }),
  ),
  parent(
    'ram:SpecifiedLineTradeSettlement',
    of((line) => line.tax, category('ram:ApplicableTradeTax')),
    of((line) => line['BG-26'], period('ram:BillingSpecifiedPeriod')),
    each((line) => line.allowancesAndCharges, LINE_ALLOWANCE),
    parent(
      'ram:SpecifiedTradeSettlementLineMonetarySummation',
      leaf('ram:LineTotalAmount', (line) => line['BT-131']),
    ),
  ),
);
