import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { useState } from 'react'
import { ScreenReaderStatus } from '../../../ui/records/skeleton.tsx'
import { describeStanding } from '../received-offers/received-offer-item.tsx'

/**
 * Tells screen readers what arrives while somebody waits: who can come, who is on the way, and that a donor can no longer
 * come. What is there when the page opens is read with the page.
 * @param offers undefined before they are known
 */
export function OfferNews({ offers }: { offers: ReceivedOffer[] | undefined }) {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>()
  const [news, setNews] = useState('')
  const standing = offers?.filter(({ status }) => status === 'offered')
  const said = standing && new Map(standing.map(offer => [offer.id, describeStanding(offer)]))
  // During rendering: the region must not be rendered with the old text first.
  if (said && !isEqual(known, said)) {
    setKnown(said)
    if (known) setNews(describeNews(known, said, offers ?? []))
  }
  return <ScreenReaderStatus>{news}</ScreenReaderStatus>
}

type Said = ReadonlyMap<string, string>

const isEqual = (known: Said | undefined, said: Said) =>
  known?.size === said.size && [...said].every(([id, text]) => known.get(id) === text)

/** Who can come now, and whether somebody no longer can. What the owner settles is said where they press. */
function describeNews(known: Said, said: Said, offers: ReceivedOffer[]): string {
  const isNew = [...said].filter(([id, text]) => known.get(id) !== text).map(([, text]) => text)
  const isOver = offers.some(({ id, status }) => known.has(id) && status === 'withdrawn')
  return [...isNew, ...(isOver ? ['A donor can no longer come.'] : [])].join(' ')
}
