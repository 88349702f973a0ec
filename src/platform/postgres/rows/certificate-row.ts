import { defineEntity, p } from '@mikro-orm/core';
import { OrganizationRow } from './organization-row.ts';

/** A certificate that AEAT is shown, as src/domain/verifactu/choose-certificate chooses of those that were not removed. */
export const CertificateRow = defineEntity({
  name: 'CertificateRow',
  tableName: 'certificates',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    /** null: for every issuer of the organization. */
    issuerNif: p.string().length(9).nullable(),
    /** Sealed under CERTIFICATE_KEY. */
    sealedPkcs12: p.blob().$type<Buffer>(),
    sealedPassphrase: p.blob().$type<Buffer>(),
    /** The first bytes of the sealed file, which name the key that sealed it. */
    front: p
      .blob()
      .formula((columns) => `substring(${columns.sealedPkcs12} for 5)`)
      .lazy(),
    subject: p.text(),
    notBefore: p.datetime(),
    notAfter: p.datetime(),
    createdAt: p.datetime(),
    removedAt: p.datetime().nullable(),
    /** A sello de entidad, which AEAT takes at an address of its own. */
    isSeal: p.boolean().default(false),
    /** SHA-256 of the sealed PKCS#12 file; only where it was erased, at `erasedAt`. */
    sha256: p.blob().$type<Buffer>().nullable(),
    erasedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'certificates_organization_id_issuer_nif_index',
      properties: ['organizationId', 'issuerNif'],
    },
  ],
  checks: [
    {
      name: 'certificates_erased_check',
      expression:
        "case when erased_at is null then sha256 is null else sha256 is not null and length(sha256) = 32 and length(sealed_pkcs12) = 0 and length(sealed_passphrase) = 0 and subject = '' end",
    },
  ],
});
