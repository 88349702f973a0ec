import type { WarningCode } from '../codes.ts';
import type { CodeEntry } from './code-entry.ts';
import { SPFE_WARNING_ENTRIES } from './spfe-warning-reference.ts';

/**
 * The warnings, apart from `more_left_out`, which errors have as well. The invoice is accepted and
 * issued.
 */
export const WARNING_ENTRIES: Readonly<Record<Exclude<WarningCode, 'more_left_out'>, CodeEntry>> = {
  supply_assumed: {
    meaning:
      'The recipient has no Spanish NIF, the issuer is in SII, and nothing tells whether the line supplies goods or services: SII is told that it is a service.',
    article: 'RIVA, art. 63',
    remedy:
      'Only invoices of version 1 can have this warning. Send the invoice through version 2, with `supply` of each line.',
  },
  register_total_differs: {
    meaning:
      'The total in the book of SII differs from that of the invoice, which also charges another tax than the IVA.',
    article: 'RIVA, art. 63',
    remedy: 'Nothing, if the invoice shall charge that tax; the book contains the IVA alone.',
  },
  old_issue_date: {
    meaning: 'The issue date is more than one day before the day on which the invoice is issued.',
    article: 'RD 1619/2012, art. 6.1.b; RD 1007/2023, art. 9',
    remedy: 'Issue invoices on the day that they state; send the date of the operation as `operation_date`.',
  },
  operation_date_past: {
    meaning: 'Regime 15 is for operations whose IVA falls due later, but the operation lies in the past.',
    article: 'LIVA, art. 75.Uno.7.º',
    remedy: 'Use regime 01 if the IVA fell due with the operation.',
  },
  units_zero: {
    meaning: 'The quantity of a line is 0, so it charges nothing.',
    article: 'RD 1619/2012, art. 6.1.f',
    remedy: 'State the quantity, or remove the line.',
  },
  margin_not_stated: {
    meaning: 'A regime taxes only the margin, but the invoice does not state the margin.',
    article: 'LIVA, arts. 135 to 147',
    remedy:
      'Only invoices of version 1 can have this warning. Send the invoice through version 2, with the margin of each line in `margin`.',
  },
  foreign_vat_not_stated: {
    meaning:
      'Regime 17 is the one-stop shop, but the invoice does not state the VAT of the other member state.',
    article: 'LIVA, arts. 163 unvicies to 163 quinvicies',
    remedy: 'Send the lines with `tax_type` `oss`, `tax_country` and `tax_rate`.',
  },
  one_stop_shop_to_business: {
    meaning: 'A line of the one-stop shop, which is for consumers, has a recipient with a VAT number.',
    article: 'LIVA, arts. 163 unvicies to 163 quinvicies',
    remedy: 'Send goods to a business of another member state with `E5`, services with `N2`.',
  },
  reverse_charge_abroad: {
    meaning:
      'A line has the reverse charge of operations in Spain, and its recipient a VAT number of another member state.',
    article: 'LIVA, arts. 25, 69 and 84.Uno.2.º',
    remedy: 'Send goods with `E5`, services with `N2`; keep `S2` if the operation takes place in Spain.',
  },
  travel_agency_rate: {
    meaning: 'The margin of a travel agency (regime 05) is taxed at another rate than the general one.',
    article: 'LIVA, arts. 90.Uno and 144',
    remedy: 'Use 21, whatever the journey consists of.',
  },
  rate_not_charged: {
    meaning: 'Farmers under regime 19 charge no IVA, but the line has a rate.',
    article: 'LIVA, arts. 129 and 134',
    remedy: 'Remove the rate, or use the regime under which the operation is taxed.',
  },
  zero_rate_charged: {
    meaning: 'The line is subject and not exempt, but its rate is 0.',
    article: 'LIVA, art. 91.Cuatro',
    remedy: 'Send the exemption code of an exempt line, or the operation key of a line that is not subject.',
  },
  unusual_rate: {
    meaning: 'The tax does not have the rate on the day of the operation.',
    article: 'Ley 4/2012 of the Canary Islands, arts. 51 to 61; Ley 8/1991, art. 18',
    remedy: 'Check the rate, and the day of the operation.',
  },
  withholding_below_one_percent: {
    meaning: 'The withholding of IRPF is lower than its lowest rate.',
    article: 'RD 439/2007, art. 95',
    remedy: 'Send the rate in per cent: 15 for 15 %, not 0.15.',
  },
  withholding_on_simplified: {
    meaning: 'A simplified invoice has a withholding of IRPF, but only an identified business withholds.',
    article: 'RD 439/2007, art. 76',
    remedy: 'Identify the recipient and use invoice type F1, or R1 to R4.',
  },
  negative_total: {
    meaning: 'An ordinary invoice has a negative total.',
    article: 'RD 1619/2012, art. 15',
    remedy: 'Send a rectifying invoice that names the invoice that it corrects.',
  },
  simplified_limit_exceeded: {
    meaning: 'A simplified invoice charges more than 3,000 €.',
    article: 'RD 1619/2012, art. 4.2',
    remedy: 'Identify the recipient and use invoice type F1, without `simplified_qualified`.',
  },
  cash_limit_exceeded: {
    meaning: 'The invoice is paid in cash and charges 1,000 € or more.',
    article: 'Ley 7/2012, art. 7.Uno.1',
    remedy: 'Accept another means of payment.',
  },
  nothing_charged: {
    meaning: 'The invoice contains reimbursable expenses and charges nothing else.',
    article: 'LIVA, art. 78.Tres.3.º',
    remedy: 'Add the expenses to an invoice with charges of your own.',
  },
  issuer_address_missing: {
    meaning: 'The profile of the issuer has no address, so the invoice shows none.',
    article: 'RD 1619/2012, art. 6.1.e',
    remedy: 'Ask the operator of the engine to set the address of the issuer.',
  },
  issuer_shared: {
    meaning:
      'Another organization of the installation issues for the same issuer, so both could use the same number.',
    article: 'RD 1619/2012, art. 6.1.a; AEAT 3000',
    remedy: 'Ask the operator of the engine to bind the issuer to the organizations that may issue for it.',
  },
  recipient_address_missing: {
    meaning: 'The invoice lacks the address of its recipient.',
    article: 'RD 1619/2012, art. 6.1.e',
    remedy: 'Send the address, unless the recipient is a consumer.',
  },
  description_missing: {
    meaning: 'A rectifying invoice does not state its reason.',
    article: 'RD 1619/2012, art. 15.4',
    remedy: 'Send `rectification.reason`, or `operation_description`.',
  },
  corrections_exceed_original: {
    meaning: 'The corrections of an invoice deduct more than it charged.',
    article: 'RD 1619/2012, art. 15',
    remedy: 'Check the amounts and the invoices that are rectified.',
  },
  replacement_differs: {
    meaning: 'The invoice charges another amount than the simplified invoices that it replaces.',
    article: 'RD 1619/2012, art. 7.2',
    remedy: 'Send the lines of the simplified invoices, and correct the amounts with a rectifying invoice.',
  },
  number_differs_in_case: {
    meaning: 'The number differs from an earlier one of the issuer only in the case of its letters.',
    article: 'RD 1619/2012, art. 6.1.a',
    remedy: 'Use numbers that differ in more than case.',
  },
  characters_not_printable: {
    meaning: 'The fonts of the PDF lack characters of a text; the PDF shows boxes instead.',
    article: null,
    remedy: 'Send the text in characters that the fonts have.',
  },
  issued_late: {
    meaning: 'The invoice is issued after day 15 of the month that follows its operation, or its period.',
    article: 'RD 1619/2012, art. 11',
    remedy:
      'Issue invoices at the operation, to businesses before day 16 of the following month. State `operation_date` if the tax of a continuous supply fell due on another day.',
  },
  surcharge_not_due: {
    meaning:
      'The recargo de equivalencia is charged to a company, to a foreign business or in a simplified invoice.',
    article: 'LIVA, arts. 154.Uno and 163',
    remedy:
      'Remove the surcharge, or identify the retailer, a natural person or an entity whose income is that of its members.',
  },
  recipient_repeated: {
    meaning: 'Two recipients of the invoice have the same document.',
    article: 'RD 1619/2012, art. 6.1.d',
    remedy: 'Remove one of them, or correct its document.',
  },
  substituted_again: {
    meaning:
      'An earlier rectification by substitution already replaces the amounts of the invoice that this one rectifies.',
    article: 'RD 1619/2012, art. 15.5',
    remedy: 'Rectify the earlier rectification instead.',
  },
  reference_date_differs: {
    meaning:
      'The invoice names one of its issuer by a number that belongs to an invoice of another date of the same year.',
    article: 'RD 1619/2012, art. 6.1.a',
    remedy: 'Correct the date, or send the `issued_invoice_id`.',
  },
  recipient_not_in_census: {
    meaning:
      'The number of the recipient is declared as not registered, so AEAT accepts the record with errors.',
    article: 'Orden HAC/1177/2024, list L7, 07',
    remedy: "Check the number; use `nif` if it is in AEAT's census.",
  },
  unusual_exchange_rate: {
    meaning: 'The currency was not worth that many euros in the last 20 years.',
    article: 'RD 1619/2012, art. 12',
    remedy: 'Send the euros for one unit of the currency, not its units for one euro.',
  },
  not_expressible: {
    meaning: 'An electronic format that you asked for cannot express the invoice; `rule` names the rule.',
    article: 'EN 16931',
    remedy: 'Use another format, or change what the rule names.',
  },
  not_signable: {
    meaning: 'The certificates of the issuer cannot sign Facturae now; the message contains the reason.',
    article: 'Facturae, política de firma 3.1',
    remedy:
      'Ask the operator of the engine for what the message names. The invoice can be issued before, because Facturae is signed on request.',
  },
  name_split_guessed: {
    meaning: 'Facturae would state a given name and surnames that were guessed from the whole name.',
    article: 'Facturae 3.2.2, IndividualType',
    remedy:
      'State `person_name` of the recipient or `issuer_person_name`, or set them in the profiles of the recipient and of the issuer.',
  },
  centres_missing: {
    meaning: 'Facturae to a public body lacks the DIR3 codes of its centres, without which FACe refuses it.',
    article: 'Ley 25/2013 art. 6, Orden HAP/492/2014',
    remedy: 'State `dir3` of the recipient, or set it in the profile of the recipient.',
  },
  ...SPFE_WARNING_ENTRIES,
  census_not_identified: {
    meaning: 'AEAT does not identify the NIF of the issuer or of a recipient with the name in the invoice.',
    article: 'AEAT, VNifV2',
    remedy:
      'Correct the NIF or the name, surnames first. Use document type `not_registered` for a recipient whom AEAT does not know yet.',
  },
  census_name_differs: {
    meaning: 'AEAT has the NIF of a natural person with a name that is similar, but not the same.',
    article: 'AEAT, VNifV2',
    remedy: 'Check the name, and write the surnames first.',
  },
  census_deregistered: {
    meaning: 'The census has an entity as deregistered.',
    article: 'AEAT, VNifV2',
    remedy: 'Check that it still exists. Such an entity can still owe and be invoiced.',
  },
  census_revoked: {
    meaning: 'AEAT has revoked the NIF of an entity.',
    article: 'LGT, disposición adicional sexta',
    remedy: 'Ask the entity for its state before you rely on the invoice.',
  },
  census_unknown: {
    meaning: 'The census gave no verdict on a NIF.',
    article: 'AEAT, VNifV2',
    remedy: 'Nothing: it is asked again with a later invoice.',
  },
  census_unavailable: {
    meaning:
      'The census of AEAT did not answer in time, so the parties of the invoice were not compared with it.',
    article: 'AEAT, VNifV2',
    remedy: 'Validate the invoice again later.',
  },
  census_spelling: {
    meaning:
      'The census has the name of an entity, or its NIF, in another form; AEAT does not compare the names of entities.',
    article: 'AEAT, VNifV2',
    remedy: 'Use the spelling of the census if it is the same entity; otherwise correct the NIF.',
  },
};
