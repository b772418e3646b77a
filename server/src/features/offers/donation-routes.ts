import * as donations from '@blood-bank/contract/offers/donations'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { lockReferencedUser } from '../../identity/users/store.ts'
import { inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { findDonor } from '../donors/queries.ts'
import { lockDonor, lockDonorOfUser } from '../donors/store.ts'
import { findDonation, findDonationOfDay, listDonationsOfUser } from './donations/queries.ts'
import { correctDonation, insertDonation, lockDonation, setDisputedAt } from './donations/store.ts'
import type { DonationRow } from './donations/tables.ts'
import { auditDonation, requireDonationDate, undoDonation, updateRecordedDate } from './recording.ts'
import { endContactForDonor } from './settling.ts'
import { donationForAdmins, donationForDonor } from './view.ts'

/** Donations: a donor's history, those given elsewhere, disputes, and corrections by admins. */
export function donationRoutes({ http, db, now, today }: Context): void {
  serve(http, donations.listOwnDonations, async ({ query, actor }) => {
    const page = await listDonationsOfUser(db, actor.id, query)
    return { ...page, records: page.records.map(donationForDonor) }
  })

  serve(http, donations.addDonation, ({ body: { donatedOn, component = 'blood' }, actor }) => {
    requireDonationDate(donatedOn, { today: today() })
    return inTransaction(db, async db => {
      await lockReferencedUser(db, actor.id)
      if (!(await lockDonorOfUser(db, actor.id, 'for update'))) throw refuse('not-a-donor')
      const given = { userId: actor.id, donatedOn, component, recordedBy: 'donor' } as const
      return donationForDonor(await addDonation(db, given))
    })
  })

  serve(http, donations.disputeDonation, ({ params: { id }, actor }) =>
    inTransaction(db, async db => {
      await lockDonorOfUser(db, actor.id, 'for update')
      const donation = await lockDonation(db, id)
      if (donation?.userId !== actor.id) throw refuse('donation-not-found')
      if (donation.recordedBy === 'donor') throw refuse('own-donation-not-disputed')
      const disputed = await setDisputedAt(db, id, donation.disputedAt ?? now())
      await updateRecordedDate(db, actor.id)
      if (donation.offerId) await endContactForDonor(db, donation.offerId, now())
      return donationForDonor(disputed)
    }),
  )

  serve(http, donations.undoDonation, async ({ params: { id }, actor }) => {
    await inTransaction(db, db => undoDonation(db, { id, actor, now: now() }))
    return undefined
  })

  serve(http, donations.listDonationsOfDonor, async ({ params: { id }, query }) => {
    const donor = await findDonor(db, id)
    if (!donor) throw refuse('donor-gone')
    const page = await listDonationsOfUser(db, donor.userId, query)
    return { ...page, records: page.records.map(donationForAdmins) }
  })

  serve(
    http,
    donations.recordDonationOfDonor,
    ({ params: { id }, body: { donatedOn, component = 'blood' }, actor }) => {
      requireDonationDate(donatedOn, { today: today() })
      return inTransaction(db, async db => {
        const donor = await findDonor(db, id)
        if (donor) await lockReferencedUser(db, donor.userId)
        if (!donor || !(await lockDonor(db, id))) throw refuse('donor-gone')
        const given = { userId: donor.userId, donatedOn, component, recordedBy: 'admin' } as const
        const donation = await addDonation(db, given)
        await auditDonation(db, actor, { before: null, after: donation })
        return donationForAdmins(donation)
      })
    },
  )

  serve(http, donations.correctDonation, ({ params: { id }, body, actor }) => {
    requireDonationDate(body.donatedOn, { today: today() })
    return inTransaction(db, db => correct(db, { id, body, actor, now: now() }))
  })
}

type Addition = Pick<DonationRow, 'donatedOn' | 'component'> & {
  userId: string
  recordedBy: 'donor' | 'admin'
}

/** Stores a donation that belongs to no offer. The transaction has locked the donor. */
async function addDonation(db: Transaction, addition: Addition) {
  const donation = await insertDonation(db, { ...addition, bloodRequestId: null, offerId: null })
  if (!donation) throw refuse('donation-already-recorded')
  await updateRecordedDate(db, addition.userId)
  return donation
}

async function correct(
  db: Transaction,
  { id, body, actor, now }: { id: string; body: donations.DonationForm; actor: User; now: Date },
) {
  const { donatedOn } = body
  const found = await findDonation(db, id)
  if (found?.userId) {
    await lockReferencedUser(db, found.userId)
    await lockDonorOfUser(db, found.userId, 'for update')
    const sameDay = await findDonationOfDay(db, found.userId, donatedOn)
    if (sameDay && sameDay.id !== id) throw refuse('donation-already-recorded')
  }
  const before = await lockDonation(db, id)
  if (!before) throw refuse('donation-not-found')
  const after = await correctDonation(db, id, {
    donatedOn,
    component: body.component ?? before.component,
    now,
  })
  if (after.userId) await updateRecordedDate(db, after.userId)
  await auditDonation(db, actor, { before, after })
  return donationForAdmins(after)
}
