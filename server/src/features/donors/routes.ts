import * as donors from '@blood-bank/contract/donors/endpoints'
import { type DonorForm, registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { DonorHooks } from './hooks.ts'
import { changedProfileToStore, profileToStore } from './profile-form.ts'
import { findDonorOfUser } from './queries.ts'
import { insertDonor, setAvailability, setRest, updateDonorOfUser } from './store.ts'
import type { DonorRow } from './tables.ts'
import { donorForOwner } from './view.ts'

/** What people do with their own donor profile. */
export function donorRoutes(
  { http, db, config, today }: Context,
  { afterRegistering, afterEditing }: DonorHooks,
): void {
  const { defaultPhoneCountry: country, intervals } = config
  const present = (donor: DonorRow) => donorForOwner(donor, { country, ...intervals, today: today() })
  const toStore = (form: DonorForm) => profileToStore(form, { country, today: today() })

  serve(http, registerDonor, async ({ body, actor }) => {
    return inTransaction(db, async db => {
      const donor = await insertDonor(db, actor, toStore(body))
      if (!donor) throw refuse('already-a-donor')
      await afterRegistering(db, donor)
      return present((await findDonorOfUser(db, actor.id)) ?? donor)
    })
  })

  serve(http, donors.readOwnDonor, async ({ actor }) => {
    const donor = await findDonorOfUser(db, actor.id)
    return { donor: donor && present(donor) }
  })

  serve(http, updateOwnDonor, async ({ body, actor }) => {
    const { lastDonationDate } = body
    return inTransaction(db, async db => {
      const toStoreNow = (stored: DonorRow) =>
        changedProfileToStore(body, { stored, country, today: today() })
      const edited = await updateDonorOfUser(db, actor.id, toStoreNow)
      if (!edited) throw refuse('donor-not-found')
      const { before, after: donor } = edited
      const { recordedDonationDate } = donor
      if (lastDonationDate && recordedDonationDate && lastDonationDate < recordedDonationDate)
        throw refuse('donation-date-too-early', {
          message: donors.tooEarlyDonationMessage(recordedDonationDate),
          fields: { lastDonationDate: donors.tooEarlyDonationMessage(recordedDonationDate) },
        })
      await afterEditing(db, donor, before)
      return present(donor)
    })
  })

  serve(http, donors.endOwnRest, async ({ actor }) => {
    const donor = await setRest(db, actor.id, null)
    if (!donor) throw refuse('donor-not-found')
    return present(donor)
  })

  serve(http, donors.setOwnAvailability, async ({ body: { isAvailable }, actor }) => {
    const donor = await setAvailability(db, actor.id, isAvailable)
    if (!donor) throw refuse('donor-not-found')
    return present(donor)
  })
}
