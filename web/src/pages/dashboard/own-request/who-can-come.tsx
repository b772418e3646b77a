import type { AlertProgress } from '@blood-bank/contract/alerts/endpoints'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { site } from '../../../api/site.ts'
import type { useReceivedOffers } from '../../../features/offers/queries.ts'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { CallNamed } from '../../../ui/phone/call-named.tsx'
import { formatTime } from '../../../ui/records/dates.ts'
import { ScreenReaderStatus } from '../../../ui/records/skeleton.tsx'
import {
  describeStanding,
  isUnconfirmed,
  mayUndo,
  receivedOfferElementId,
} from '../received-offers/received-offer-item.tsx'
import { ReceivedOffers } from '../received-offers/received-offers.tsx'
import styles from './active-request.module.css'

type Props = {
  bloodRequest: BloodRequest
  progress: AlertProgress | undefined
  /** The offers for the request. */
  list: ReturnType<typeof useReceivedOffers>
  /** How many donors can come, also those of the club. */
  canCome: number
  /** How many units were given, also by donors of the club. */
  unitsGiven: number
  /** Id of the request's heading. */
  describedBy: string
}

/** The donors who can come, what must not happen, and who else can come or for how many units nobody can come yet. */
export function WhoCanCome({ bloodRequest, progress, list, canCome, unitsGiven, describedBy }: Props) {
  const known = list.data?.pages.flat()
  const { offers, more, showAll } = useShownOffers(known)
  const standing = known?.filter(({ status }) => status === 'offered') ?? []
  const missing = bloodRequest.unitsRequired - unitsGiven - canCome
  function show() {
    flushSync(showAll)
    // The button is gone, and with it the focus.
    if (more[0]) document.getElementById(receivedOfferElementId(more[0]))?.focus()
  }
  return (
    <>
      <ReceivedOffers bloodRequest={bloodRequest} list={list} shown={offers} describedBy={describedBy} />
      <div className={styles.club} role="status">
        {progress && canCome > standing.length && (
          <ClubDonors clubDonors={progress.clubDonors} isFirst={standing.length === 0} />
        )}
      </div>
      {canCome > 0 && (
        <SmallPrint>
          Never pay or accept money for blood. It may be their first time.
          <br />
          {more[0] && (
            <>
              <span>{`${more.length} more ${more.length === 1 ? 'donor' : 'donors'} can come.`}</span>{' '}
              <button type="button" className={styles.show} onClick={show}>
                {more.length === 1 ? 'Show who' : 'Show them'}
              </button>
            </>
          )}
          {more.length === 0 && missing > 0 && (
            <span>{`${missing} more ${missing === 1 ? 'unit' : 'units'}: ${describeNext(progress)}`}</span>
          )}
        </SmallPrint>
      )}
      <OfferNews offers={list.isPending ? undefined : known} />
    </>
  )
}

type ClubDonorsProps = {
  clubDonors: AlertProgress['clubDonors']
  /** Whether no donor with an account can come. */
  isFirst: boolean
}

/** The donors of the club who can come: the owner asks their coordinators, or the club for one whose right has ended. */
const ClubDonors = ({ clubDonors, isFirst }: ClubDonorsProps) =>
  clubDonors.map(({ coordinator, contactNumber, donors }, at) => (
    <div key={contactNumber ?? 'the club'}>
      <p>
        {`${donors} ${donors === 1 ? 'donor' : 'donors'} of the club can come. Ask ${coordinator === null ? 'the club' : `${coordinator} (coordinator)`}.`}
      </p>
      {contactNumber !== null && (
        <CallNamed
          name={coordinator ?? 'the club'}
          number={contactNumber}
          variant={isFirst && at === 0 ? 'good' : 'secondary'}
        />
      )}
    </div>
  ))

const describeNext = (progress: AlertProgress | undefined) =>
  progress?.asksAgainAt
    ? `at ${formatTime(progress.asksAgainAt, site.timeZone)} we ask others.`
    : 'share your request, or call donors yourself.'

/**
 * The offers that the panel of an active request shows. What comes while the page is open must move nothing, so only the
 * first donor who can come appears by themselves, in the place that waits for them; `showAll` shows who came after.
 * @param offers undefined before they are known; all that there are then are shown
 */
function useShownOffers(offers: ReceivedOffer[] | undefined) {
  const [shown, setShown] = useState<ReadonlySet<string>>()
  const standing = offers?.filter(({ status }) => status === 'offered') ?? []
  const isWaitedFor = shown && !standing.some(({ id }) => shown.has(id))
  // During rendering: the panel must not be rendered without them first.
  if (offers && !shown) setShown(idsOf(offers.filter(isCurrentOffer)))
  else if (isWaitedFor && standing[0]) {
    const donated = offers?.filter(offer => shown.has(offer.id) && isOpen(offer)) ?? []
    setShown(idsOf([standing[0], ...donated]))
  }
  return {
    offers: offers?.filter(({ id }) => shown?.has(id)) ?? [],
    /** Who can come, too, and is not shown. */
    more: standing.filter(({ id }) => shown && !shown.has(id)),
    showAll: () => setShown(idsOf(offers ?? [])),
  }
}

/** Whether there is something to say about an offer that has ended. */
const isOpen = (offer: ReceivedOffer) => mayUndo(offer) || isUnconfirmed(offer)

/** Whether the panel shows an offer; `EndedOffers` shows the others that there were when the page was opened. */
const isCurrentOffer = (offer: ReceivedOffer) => offer.status === 'offered' || isOpen(offer)

/** The offers that had ended when they were loaded. */
export function EndedOffers({
  bloodRequest,
  list,
  describedBy,
}: Pick<Props, 'bloodRequest' | 'list' | 'describedBy'>) {
  const known = list.data?.pages.flat() ?? []
  // Whoever ends while the page is open stays in the panel, so that nothing moves.
  const [wasCurrent, setWasCurrent] = useState<ReadonlySet<string>>(new Set())
  const isNew = known.filter(offer => isCurrentOffer(offer) && !wasCurrent.has(offer.id))
  if (isNew.length > 0) setWasCurrent(new Set([...wasCurrent, ...idsOf(isNew)]))
  const shown = known.filter(offer => !isCurrentOffer(offer) && !wasCurrent.has(offer.id))
  return (
    shown.length > 0 && (
      <ReceivedOffers
        bloodRequest={bloodRequest}
        list={list}
        shown={shown}
        describedBy={describedBy}
        label="Offers that have ended"
      />
    )
  )
}

const idsOf = (offers: ReceivedOffer[]) => new Set(offers.map(({ id }) => id))

/**
 * Tells screen readers what arrives while somebody waits: who can come, who is on the way, and that a donor can no longer
 * come. What is there when the page opens is read with the page.
 * @param offers undefined before they are known
 */
function OfferNews({ offers }: { offers: ReceivedOffer[] | undefined }) {
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
