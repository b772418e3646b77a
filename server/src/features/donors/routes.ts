import * as donors from '@blood-bank/contract/donors'
import type { Context } from '../../identity/endpoints/context.ts'
import { serve } from '../../identity/endpoints/serve.ts'
import { normalizeContactNumber } from '../../platform/phone/contact-number.ts'
import { refuse } from '../../platform/refuse.ts'
import { findDonorOfUser, searchDonors } from './queries.ts'
import { insertDonor, updateDonorOfUser } from './store.ts'
import { donorForOwner, donorForSearch } from './view.ts'

export function donorRoutes({ http, db, config: { defaultPhoneCountry: country } }: Context): void {
  const toStore = (form: donors.DonorForm) => ({
    ...form,
    contactNumber: normalizeContactNumber(form.contactNumber, country),
  })

  serve(http, donors.registerDonor, async ({ body, actor }) => {
    const donor = await insertDonor(db, actor, toStore(body))
    if (!donor) throw refuse('already-a-donor')
    return donorForOwner(donor, country)
  })

  serve(http, donors.readOwnDonor, async ({ actor }) => {
    const donor = await findDonorOfUser(db, actor.id)
    return { donor: donor && donorForOwner(donor, country) }
  })

  serve(http, donors.updateOwnDonor, async ({ body, actor }) => {
    const donor = await updateDonorOfUser(db, actor.id, toStore(body))
    if (!donor) throw refuse('donor-not-found')
    return donorForOwner(donor, country)
  })

  serve(
    http,
    donors.searchDonors,
    async ({ query }) => {
      const page = await searchDonors(db, query)
      return { ...page, records: page.records.map(donor => donorForSearch(donor, country)) }
    },
    {
      cachedUntilChangeOf: ['donors'],
      numbersIn: ({ records }) => records.map(({ contactNumber }) => contactNumber),
    },
  )
}
