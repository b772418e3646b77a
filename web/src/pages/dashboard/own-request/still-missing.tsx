import type { AlertProgress } from '@blood-bank/contract/alerts/endpoints'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { flushSync } from 'react-dom'
import { site } from '../../../api/site.ts'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { formatTime } from '../../../ui/records/dates.ts'
import { receivedOfferElementId } from '../received-offers/received-offer-item.tsx'
import styles from './active-request.module.css'

type Props = {
  bloodRequest: BloodRequest
  progress: AlertProgress | undefined
  /** The offers that stand. */
  standing: ReceivedOffer[]
  /** Those of them that are not shown. */
  more: ReceivedOffer[]
  onShow: () => void
}

/** What must not happen, and in a second line who else can come, or for how many units nobody can come yet. */
export function StillMissing({ bloodRequest, progress, standing, more, onShow }: Props) {
  function show() {
    flushSync(onShow)
    // The button is gone, and with it the focus.
    if (more[0]) document.getElementById(receivedOfferElementId(more[0]))?.focus()
  }
  const missing = bloodRequest.unitsRequired - bloodRequest.unitsGiven - standing.length
  return (
    <SmallPrint>
      Never pay or accept money for blood.
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
  )
}

const describeNext = (progress: AlertProgress | undefined) =>
  progress?.asksAgainAt
    ? `at ${formatTime(progress.asksAgainAt, site.timeZone)} we ask others.`
    : 'share your request, or call donors yourself.'
