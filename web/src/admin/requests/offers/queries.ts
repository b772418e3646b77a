import { undoDonation } from '@blood-bank/contract/offers/donations'
import {
  listReceivedOffers,
  recordDonationOfOffer,
  releaseOffer,
} from '@blood-bank/contract/offers/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { refreshBloodRequests } from '../../../features/blood-requests/queries.ts'
import { useRecords } from '../../../lists/use-records.ts'

const offersOf = (bloodRequestId: string) => ['received-offers', bloodRequestId]

/** The offers for a blood request, oldest first. Admins see no private number in them. */
export const useOffersFor = (bloodRequestId: string) =>
  useRecords({
    queryKey: offersOf(bloodRequestId),
    live: ['admin-blood-requests'],
    fetchPage: (query, options) =>
      call(listReceivedOffers, { params: { id: bloodRequestId }, query }, options),
  })

/** Changes of the offers for a blood request. Each refetches them and the lists of requests, which count them. */
export function offerChanges(client: QueryClient, bloodRequestId: string) {
  const refresh = async () => {
    void refreshBloodRequests(client)
    await client.invalidateQueries({ queryKey: offersOf(bloodRequestId) })
  }
  return {
    refresh,
    release: async (id: string) => {
      await call(releaseOffer, { params: { id } })
      await refresh()
    },
    record: async (id: string, donatedOn: string) => {
      await call(recordDonationOfOffer, { params: { id }, body: { donatedOn } })
      await refresh()
    },
    undo: async (donationId: string) => {
      await call(undoDonation, { params: { id: donationId } })
      await refresh()
    },
  }
}

export type OfferChanges = ReturnType<typeof offerChanges>
