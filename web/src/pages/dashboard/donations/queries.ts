import { listOwnDonations } from '@blood-bank/contract/offers/donations'
import { call } from '../../../api/call.ts'
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
