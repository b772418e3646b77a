import {
  correctDonation,
  type DonationForm,
  listDonationsOfDonor,
  recordDonationOfDonor,
} from '@blood-bank/contract/offers/donations'
import { listOffersOfDonor } from '@blood-bank/contract/offers/endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { removeDonation } from '../../../features/offers/queries.ts'
import { useRecords } from '../../../lists/use-records.ts'
import { refreshDonorListing } from '../queries.ts'

const historyOf = (donorId: string) => ['donor-history', donorId]

/** The donations of a donor, the latest first. */
export const useDonationsOf = (donorId: string) =>
  useRecords({
    queryKey: [...historyOf(donorId), 'donations'],
    live: ['admin-donors'],
    fetchPage: (query, options) => call(listDonationsOfDonor, { params: { id: donorId }, query }, options),
  })

/** The offer of a donor that stands, or null. It is always the first in the list. */
export const useStandingOfferOf = (donorId: string) =>
  useQuery({
    queryKey: [...historyOf(donorId), 'offers'],
    meta: { live: ['admin-donors'] },
    queryFn: async ({ signal }) => {
      const { records } = await call(
        listOffersOfDonor,
        { params: { id: donorId }, query: { limit: 1 } },
        { signal },
      )
      return records.find(({ status }) => status === 'offered') ?? null
    },
  })

/** Changes of a donor's donations. Each refetches the donor's history and the listing, whose dates may follow. */
export function donationChanges(client: QueryClient, donorId: string) {
  const refresh = async () => {
    void refreshDonorListing(client)
    await client.invalidateQueries({ queryKey: historyOf(donorId) })
  }
  return {
    refresh,
    record: async (body: DonationForm) => {
      await call(recordDonationOfDonor, { params: { id: donorId }, body })
      await refresh()
    },
    correct: async (id: string, body: DonationForm) => {
      await call(correctDonation, { params: { id }, body })
      await refresh()
    },
    undo: async (id: string) => {
      await removeDonation(id)
      await refresh()
    },
  }
}

export type DonationChanges = ReturnType<typeof donationChanges>
