import type { KeptDonorExport } from '@blood-bank/contract/kept-donors/by-number'
import type { OwnKeptDonor } from '@blood-bank/contract/kept-donors/own-page'
import type { Database } from '../../../platform/database/connection.ts'
import { formatContactNumber } from '../../contact-numbers/contact-number.ts'
import { listHalls } from '../../halls/store.ts'
import { listRevealsToOthers } from '../../offers/contact-ledger/queries.ts'
import { listCallsOf } from '../calls/store.ts'
import { findNames } from '../queries.ts'
import type { KeptDonorRow } from '../tables.ts'

/** More looks than a page has room for. */
const MAX_LOOKS = 100

/** What is kept about somebody, for that person: with who has looked. */
export async function keptDonorForOwner(
  db: Database,
  donor: KeptDonorRow,
  country: string,
): Promise<OwnKeptDonor> {
  const looks = await listRevealsToOthers(db, donor.id, MAX_LOOKS)
  const nameOf = await findNames(db, [donor.keptBy, ...looks.map(({ viewerId }) => viewerId)])
  return {
    fullName: donor.fullName,
    bloodGroup: donor.bloodGroup,
    hallId: donor.hallId,
    halls: await listHalls(db),
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
  }
}

/** All that is kept about somebody, for an admin whom they asked. */
export async function keptDonorForExport(
  db: Database,
  donor: KeptDonorRow,
  country: string,
): Promise<KeptDonorExport> {
  const { hallId, halls, ...own } = await keptDonorForOwner(db, donor, country)
  const calls = await listCallsOf(db, donor.id)
  const nameOf = await findNames(
    db,
    calls.map(({ callerId }) => callerId),
  )
  return {
    ...own,
    state: donor.state,
    hall: halls.find(({ id }) => id === hallId)?.name ?? null,
    email: donor.email,
    universityId: donor.universityId,
    universityRole: donor.universityRole,
    recordedPlateletsDate: donor.recordedPlateletsDate,
    restsUntil: donor.restsUntil,
    toldAt: donor.toldAt?.toISOString() ?? null,
    calls: calls.map(({ calledAt, callerId, result, outcome }) => ({
      calledAt: calledAt.toISOString(),
      by: nameOf(callerId),
      result,
      outcome,
    })),
  }
}
