import type { BloodRequestRecord } from '@blood-bank/contract/blood-requests'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { explainFailure } from '../../../../api/explain-failure.ts'
import { LoadMore } from '../../../../lists/load-more.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { FetchFailure } from '../../../../ui/feedback/fetch-failure.tsx'
import styles from '../../../../ui/records/dialog-records.module.css'
import { Line, Skeleton } from '../../../../ui/records/skeleton.tsx'
import { OfferItem } from './offer-item.tsx'
import { offerChanges, useOffersFor } from './queries.ts'

type Props = { bloodRequest: BloodRequestRecord; onClose: () => void }

/** The offers for a blood request. Admins release donors, and record or undo donations. */
export function OffersDialog({ bloodRequest: { id, patientName }, onClose }: Props) {
  const client = useQueryClient()
  const changes = useMemo(() => offerChanges(client, id), [client, id])
  const offers = useOffersFor(id)
  const list = useRef<HTMLUListElement>(null)
  const records = offers.data?.pages.flat()
  const failure = (error: Error) => explainFailure(error, 'Failed to load the offers.')
  return (
    <Dialog title={`Offers for ${patientName}`} onClose={onClose}>
      {offers.isPending && (
        <Skeleton status="Loading...">
          <Line width={14} />
        </Skeleton>
      )}
      {!offers.isFetchNextPageError && <FetchFailure query={offers} failure={failure} />}
      {records?.length === 0 && <p>Nobody has offered to donate for this request yet.</p>}
      {records && records.length > 0 && (
        <ul className={styles.list} ref={list} tabIndex={-1} aria-label="Offers">
          {records.map(offer => (
            <OfferItem
              key={offer.id}
              offer={offer}
              changes={changes}
              // The focused button is gone.
              onChanged={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
      <LoadMore pages={offers} failure={failure} />
      <div className={styles.close}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
