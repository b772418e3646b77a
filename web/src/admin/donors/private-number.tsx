import { type DonorRecord, revealDonorNumber } from '@blood-bank/contract/donors/administration'
import { CONTACT_IS_PRIVATE } from '@blood-bank/contract/donors/endpoints'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../api/call.ts'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { isFocusLost } from '../../ui/browser/focus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Announcement } from '../../ui/feedback/announcement.tsx'
import { PhoneCell } from '../listing/table/phone-cell.tsx'
import styles from './donor-cells.module.css'
import type { DonorProblem } from './flags.ts'
import { refreshDonorListing } from './queries.ts'

type Props = {
  donor: DonorRecord
  /** Called with a failure, and with null when the next attempt starts. */
  onProblem: (problem: DonorProblem | null) => void
  /** Id of the donor's name, as the buttons of all donors have the same labels. */
  describedBy: string
}

/**
 * A private number, and the button that shows it. Each press is recorded, and the donor sees it. The number stays in
 * memory until the page is reloaded, so that scrolling a row away and back records nothing.
 */
export function PrivateNumber({ donor, onProblem, describedBy }: Props) {
  const client = useQueryClient()
  const cell = useRef<HTMLDivElement>(null)
  const queryKey = ['donor-numbers', donor.id]
  const { data: number } = useQuery<string>({
    queryKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const showing = useMutation({
    mutationFn: () => call(revealDonorNumber, { params: { id: donor.id } }),
    onMutate: () => onProblem(null),
    onSuccess: ({ contactNumber }) => {
      const isFocused = cell.current?.contains(document.activeElement)
      flushSync(() => client.setQueryData(queryKey, contactNumber))
      // The focused button is gone. Somebody who goes on stays where they are.
      if (isFocused || isFocusLost()) cell.current?.focus({ preventScroll: true })
    },
    onError: error => {
      if (isRefused(error)) void refreshDonorListing(client)
      onProblem({ donor, message: explainFailure(error, 'Failed to show the number. Please try again.') })
    },
  })
  return (
    <div ref={cell} tabIndex={-1}>
      {number === undefined ? (
        <Button
          aria-describedby={describedBy}
          title={`${CONTACT_IS_PRIVATE} The donor sees that you look.`}
          isBusy={showing.isPending}
          onClick={() => showing.mutate()}
        >
          Show number
        </Button>
      ) : (
        // As high as the button.
        <div className={styles.number}>
          <PhoneCell number={number} owner={donor.fullName} />
          <p className={styles.money}>Never pay or ask for money.</p>
        </div>
      )}
      <Announcement>{showing.isSuccess ? 'The donor sees that you looked.' : null}</Announcement>
    </div>
  )
}
