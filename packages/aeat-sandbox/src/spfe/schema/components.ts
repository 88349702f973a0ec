/*
 * What Annex I (invoices) and Annexes I and II (messages about them) of Orden HAC/1028/2026 allow,
 * in the order of UBL 2.5 (Committee Specification 01). Each name is an element: `+` of
 * CommonAggregateComponents, whose content is listed below under the name after the colon, or under
 * its own; `?` at most once, `*` any number, `!` at least once, `{1,2}` as often as the numbers say.
 * `~` marks what only an original may contain: art. 3.3 allows it more of EN 16931 than Annex I.
 */

const INVOICE =
  'CustomizationID ProfileID ID CopyIndicator? IssueDate IssueTime? DueDate? InvoiceTypeCode TaxPointDate? ' +
  'DocumentCurrencyCode TaxCurrencyCode? ~AccountingCost? +InvoicePeriod:Period? ~+OrderReference:Reference? ' +
  '+BillingReference* ~+DespatchDocumentReference:Reference? ~+ContractDocumentReference:Reference? ' +
  '+AdditionalDocumentReference:Supporting* ~+ProjectReference:Reference? +BuyerAssignedReference* +Annotation* ' +
  '+AccountingSupplierParty:Seller +AccountingCustomerParty:Buyer +PaymentMeans? +PaymentTerms* +PrepaidPayment? ' +
  '+AllowanceCharge* +TaxExchangeRate? +TaxTotal{1,2} +WithholdingTaxTotal? +LegalMonetaryTotal ' +
  '+CollectionInvoiceLine* +InvoiceLine!';

/** The content of each aggregate. */
export const COMPONENTS: Readonly<Record<string, string>> = {
  Invoice: INVOICE,
  Period: 'StartDate? EndDate?',
  Reference: 'ID',
  BillingReference: '+InvoiceDocumentReference:Preceding',
  Preceding: 'ID IssueDate',
  Supporting: 'ID UUID? DocumentTypeCode? DocumentDescription? ~+Attachment?',
  Attachment: '+ExternalReference',
  ExternalReference: 'URI',
  BuyerAssignedReference: 'BuyerReference',
  Annotation: 'SubjectCode? AnnotationContent',
  Seller: '+Party:SellerParty',
  SellerParty:
    '~EndpointID? ~+PartyName? +PostalAddress +PartyTaxScheme{1,2} +PartyLegalEntity +Contact? +ServiceProviderParty*',
  Buyer: '+Party:BuyerParty',
  BuyerParty:
    '~EndpointID? ~+PartyName? +PostalAddress +PartyTaxScheme{1,2} +PartyLegalEntity:BuyerEntity +Contact?',
  PartyName: 'Name',
  PostalAddress: 'StreetName ~AdditionalStreetName? CityName? PostalZone? CountrySubentity? +Country',
  Country: 'IdentificationCode',
  PartyTaxScheme: 'CompanyID +TaxScheme:Scheme',
  Scheme: 'ID',
  PartyLegalEntity: 'RegistrationName CompanyID? CompanyLegalForm?',
  BuyerEntity: 'RegistrationName',
  Contact: 'Telephone? ElectronicMail?',
  ServiceProviderParty: 'ServiceTypeCode +Party:Provider',
  Provider: '+PartyTaxScheme +PartyLegalEntity:BuyerEntity',
  PaymentMeans: 'PaymentMeansCode ~PaymentID? +PayeeFinancialAccount?',
  PayeeFinancialAccount: 'ID',
  PaymentTerms: 'Note?',
  PrepaidPayment: 'PaidDate',
  AllowanceCharge: 'ChargeIndicator AllowanceChargeReason Amount +TaxCategory:Category +TaxTotal:Levy?',
  Category: 'ID Percent? +TaxScheme:Scheme',
  Levy: 'TaxAmount +TaxSubtotal:LevySubtotal',
  LevySubtotal: 'TaxableAmount? TaxAmount +TaxCategory:LevyCategory',
  LevyCategory: 'Percent? +TaxScheme:TypedScheme',
  TypedScheme: 'ID? TaxTypeCode',
  TaxExchangeRate: 'SourceCurrencyCode TargetCurrencyCode CalculationRate Date?',
  TaxTotal: 'TaxAmount +TaxSubtotal*',
  TaxSubtotal: 'TaxableAmount TaxAmount +TaxCategory:Breakdown',
  Breakdown: 'ID Percent TaxExemptionReasonCode? TaxExemptionReason? +TaxScheme:Scheme',
  WithholdingTaxTotal: 'TaxAmount +TaxSubtotal:Withholding*',
  Withholding: 'TaxableAmount TaxAmount +TaxCategory:WithholdingCategory',
  WithholdingCategory: 'ID Percent +TaxScheme:WithholdingScheme',
  WithholdingScheme: 'ID TaxTypeCode',
  LegalMonetaryTotal:
    'LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount? ChargeTotalAmount? ' +
    'PrepaidAmount? PayableRoundingAmount? PayableAmount',
  CollectionInvoiceLine: 'ID TaxInclusiveLineExtensionAmount +TaxTotal:Collected* +Item:CollectedItem',
  Collected: 'TaxAmount +TaxSubtotal:CollectedSubtotal!',
  CollectedSubtotal: 'TaxableAmount? TaxAmount +TaxCategory:Category',
  CollectedItem: 'Description',
  InvoiceLine:
    'ID InvoicedQuantity LineExtensionAmount ~+InvoicePeriod:Period? ~+OrderLineReference? ' +
    '+AllowanceCharge:LineAllowanceCharge* +Item +Price',
  OrderLineReference: 'LineID',
  LineAllowanceCharge:
    'ChargeIndicator AllowanceChargeReason MultiplierFactorNumeric? Amount BaseAmount? +TaxCategory:LineLevy?',
  LineLevy: '+TaxScheme:TypedScheme',
  Item:
    'Description? Name ~+BuyersItemIdentification:Reference? ~+SellersItemIdentification:Reference? ' +
    '~+StandardItemIdentification:Reference? ~+OriginCountry:Country? ~+CommodityClassification* ' +
    '+ClassifiedTaxCategory:LineCategory +AdditionalItemProperty!',
  CommodityClassification: 'ItemClassificationCode',
  LineCategory: 'ID Percent? TaxExemptionReasonCode? TaxExemptionReason? +TaxScheme:Scheme',
  AdditionalItemProperty: 'Name Value ValueQualifier?',
  Price: 'PriceAmount BaseQuantity?',

  ApplicationResponse:
    'CustomizationID? ProfileID? ID IssueDate IssueTime? +SenderParty:Reporter +ReceiverParty:Reporter +DocumentResponse*',
  Reporter: '+PartyTaxScheme! +PartyLegalEntity:BuyerEntity?',
  DocumentResponse: '+Response +DocumentReference:Concerned!',
  Response: 'ResponseCode EffectiveDate? +Status*',
  Status: 'ConditionCode? ReferenceDate? StatusReason? +Condition?',
  Condition: 'AttributeID',
  Concerned: 'ID IssueDate? ReferencedDocumentInternalAddress? +IssuerParty:Reporter?',
};
