import { type Donation, listOwnDonations } from '@blood-bank/contract/offers/donations'
import { call } from '../../../api/call.ts'
import type { Records } from '../../../lists/records.ts'
import { useRecords } from '../../../lists/use-records.ts'

/** Key of the actor's donations. */
export const OWN_DONATIONS = ['donations', 'mine']

/** The actor's donations, the latest first, page by page. */
export const useOwnDonations = () =>
  useRecords({
    queryKey: OWN_DONATIONS,
    live: ['own-donor-profile'],
    fetchPage: (query, options) => call(listOwnDonations, { query }, options),
  })

/** How often the actor gave, and the day of the first time; null if none is known. */
export type Given = { count: number; since: string | null }

/** The donations that count: all but those that the donor disputes. Lists of this length load whole. */
export function givenOf(list: Records<Donation> | undefined): Given {
  const donations = list?.pages.flat() ?? []
  const counting = donations.filter(({ disputedAt }) => !disputedAt)
  const count = (list?.total ?? 0) - (donations.length - counting.length)
  return { count, since: counting.at(-1)?.donatedOn ?? null }
}
