import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { Donor } from '@blood-bank/contract/donors/endpoints'
import type { RefusalCode } from '@blood-bank/contract/errors'
import type { OwnOffer } from '@blood-bank/contract/offers/endpoints'
import { reasonNotToOffer } from '@blood-bank/contract/offers/offering'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { standingOfferOf, useOwnOffers } from '../../../features/offers/queries.ts'
import { useActor } from '../../../session/session.ts'
import { type AskedOffer, OfferDialogs, useOffering } from './offer-dialogs.tsx'

/** The query of the actor's donor profile. */
type DonorQuery = { data: Donor | null | undefined; error: Error | null; refetch: () => unknown }

/** What decides whether the actor may offer to donate. */
export type OfferFacts = {
  donor: Donor | null
  standingOffer: OwnOffer | null
  /** Why the actor may not offer for any request; null if they may. */
  generalReason: RefusalCode | null
  /** Why the actor may not offer for this request; null if they may. */
  reasonFor: (bloodRequest: BloodRequest) => RefusalCode | null
}

type OfferingContextValue = {
  /** Null until it is loaded. */
  facts: OfferFacts | null
  /** Whether the facts are likely to be there in a moment: what they change in a list of requests would move it. */
  isLoading: boolean
  /** The queries that may have failed. */
  queries: Pick<DonorQuery, 'error' | 'refetch'>[]
  /** Asks for confirmation. */
  ask: (asked: AskedOffer) => void
}

const OfferingContext = createContext<OfferingContextValue | null>(null)

/** Lets the cards of blood requests inside offer to donate; asks for confirmation. */
export function Offering({ donor, children }: { donor: DonorQuery; children: ReactNode }) {
  const actor = useActor()
  const offers = useOwnOffers()
  const offering = useOffering()
  const { ask } = offering
  const profile = donor.data
  const own = offers.data
  const facts = useMemo(() => {
    if (profile === undefined || !own) return null
    const loaded = own.pages.flat()
    const standingOffer = standingOfferOf(loaded)
    const situation = {
      actor,
      donor: profile,
      // The server knows it, and says what to do.
      acceptsPlatelets: null,
      // The newest ones; the server refuses if an older one decides.
      offers: loaded.map(({ bloodRequest, status, isTurnedAway }) => ({
        bloodRequestId: bloodRequest?.id ?? null,
        status,
        isTurnedAway,
      })),
    }
    return {
      donor: profile,
      standingOffer,
      generalReason: reasonNotToOffer({ ...situation, bloodRequest: null }),
      reasonFor: (bloodRequest: BloodRequest) => reasonNotToOffer({ ...situation, bloodRequest }),
    }
  }, [actor, profile, own])
  const isLate = useIsLate()
  const { error: donorError, refetch: refetchDonor } = donor
  const { refetch: refetchOffers } = offers
  // What is known suffices without the following pages.
  const offersError = offers.isFetchNextPageError ? null : offers.error
  const isLoading = !facts && !isLate && !donorError && !offersError
  // Whenever this is another object, hundreds of cards are rendered again.
  const value = useMemo(() => {
    const queries = [
      { error: donorError, refetch: refetchDonor },
      { error: offersError, refetch: refetchOffers },
    ]
    return { facts, isLoading, queries, ask }
  }, [facts, isLoading, donorError, refetchDonor, offersError, refetchOffers, ask])
  return (
    <OfferingContext value={value}>
      {children}
      <OfferDialogs offering={offering} donor={profile} standingOffer={facts?.standingOffer ?? null} />
    </OfferingContext>
  )
}

const LATE_AFTER_MS = 2_000

/** Whether the component has been there for a while. */
function useIsLate() {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/** For the parts inside `Offering`. */
export function useOfferingContext(): OfferingContextValue {
  const value = useContext(OfferingContext)
  if (!value) throw new Error('useOfferingContext is for components inside Offering')
  return value
}
