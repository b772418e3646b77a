import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { useState } from 'react'
import { currentTime } from '../../../ui/browser/clock.ts'
import { mayUndo } from './changes.ts'

/**
 * The offers that the panel of an active request shows. What comes while the page is open must move nothing, so only the
 * first donor who can come appears by themselves, in the place that waits for them; `showAll` shows who came after.
 * @param offers undefined before they are known; all that there are then are shown
 */
export function useShownOffers(offers: ReceivedOffer[] | undefined) {
  const [shown, setShown] = useState<ReadonlySet<string>>()
  const standing = offers?.filter(({ status }) => status === 'offered') ?? []
  const isWaitedFor = shown && !standing.some(({ id }) => shown.has(id))
  // During rendering: the panel must not be rendered without them first.
  if (offers && !shown) setShown(idsOf(offers))
  else if (isWaitedFor && standing[0]) {
    const donated = offers?.filter(offer => shown.has(offer.id) && mayUndo(offer, currentTime())) ?? []
    setShown(idsOf([standing[0], ...donated]))
  }
  return {
    offers: offers?.filter(({ id }) => shown?.has(id)) ?? [],
    /** Who can come, too, and is not shown. */
    more: standing.filter(({ id }) => shown && !shown.has(id)),
    showAll: () => setShown(idsOf(offers ?? [])),
  }
}

const idsOf = (offers: ReceivedOffer[]) => new Set(offers.map(({ id }) => id))
