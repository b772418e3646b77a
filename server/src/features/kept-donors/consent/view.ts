import type { Hall } from '@blood-bank/contract/halls/endpoints'
import type { OwnKeptDonor } from '@blood-bank/contract/kept-donors/own-page'
import { formatContactNumber } from '../../contact-numbers/contact-number.ts'
import type { KeptDonorRow } from '../tables.ts'

type Around = {
  halls: Hall[]
  looks: { occurredAt: Date; viewerId: string | null }[]
  nameOf: (userId: string | null) => string | null
  country: string
}

/** What is kept about somebody, for that person. */
export const keptDonorForOwner = (
  donor: KeptDonorRow,
  { halls, looks, nameOf, country }: Around,
): OwnKeptDonor => ({
  fullName: donor.fullName,
  bloodGroup: donor.bloodGroup,
  hallId: donor.hallId,
  halls,
  batch: donor.batch,
  department: donor.department,
  contactNumber: formatContactNumber(donor.contactNumber, country),
  askFor: donor.askFor,
  lastDonationDate: donor.lastDonationDate,
  keptBy: nameOf(donor.keptBy),
  keptSince: donor.importedAt.toISOString(),
  consent:
    donor.consentKind && donor.consentedAt
      ? { kind: donor.consentKind, at: donor.consentedAt.toISOString() }
      : null,
  expiresAt: donor.expiresAt.toISOString(),
  looks: looks.map(({ occurredAt, viewerId }) => ({ at: occurredAt.toISOString(), by: nameOf(viewerId) })),
})
