import { Type, type Static } from 'typebox';
import { SPFE_CHANNELS } from './spfe.ts';
import { Contact, Dir3Centres, ElectronicAddress, IsoDate, PersonName } from './invoice-document.ts';

/**
 * What the invoices to a recipient contain where an invoice does not state it. An issued invoice
 * contains the values of its time of issue. A member that is absent has no value.
 */
export const RecipientProfile = Type.Object({
  /** EN 16931 BT-49. */
  electronicAddress: Type.Optional(ElectronicAddress),
  /** Codes of a public body, for invoices through FACe. */
  dir3: Type.Optional(Dir3Centres),
  /** EN 16931 BG-9. */
  contact: Type.Optional(Contact),
  /** The recipient's name in its parts, for invoices that name it so. */
  personName: Type.Optional(PersonName),
  /** Whether it acts as a business or professional. */
  isBusiness: Type.Optional(Type.Boolean()),
  /** How it receives invoices that the duty of electronic invoices concerns. */
  spfeChannel: Type.Optional(Type.Enum([...SPFE_CHANNELS])),
  /**
   * The day from which on it accepts electronic invoices without a PDF, as proof of its consent
   * (RD 238/2026, second transitional provision).
   */
  acceptsWithoutPdfSince: Type.Optional(IsoDate),
  /** EN 16931 BT-10. */
  buyerReference: Type.Optional(Type.String()),
  /** EN 16931 BT-19. */
  accountingReference: Type.Optional(Type.String()),
  /** Code of the unit of lines without one (UN/ECE Recommendation 20, EN 16931 BT-130). */
  defaultUnitCode: Type.Optional(Type.String()),
});
export type RecipientProfile = Static<typeof RecipientProfile>;
