import { confirmBloodRequest } from '@blood-bank/contract/blood-requests/confirmations'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { isRefused } from '../../../api/explain-failure.ts'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { site } from '../../../api/site.ts'
import { refreshBloodRequests } from '../../../features/blood-requests/queries.ts'
import { isFocusLost } from '../../../ui/browser/focus.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatDayOfYear } from '../../../ui/records/dates.ts'

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading, which takes the focus when the button is gone. */
  headingId: string
}

/** Lets the owner say that blood is still needed. No donor is asked before. */
export function StillNeeded({ bloodRequest: { id, offersStanding, unconfirmedSince }, headingId }: Props) {
  const client = useQueryClient()
  const confirming = useMutation({
    mutationFn: () => call(confirmBloodRequest, { params: { id } }),
    onSuccess: async () => {
      const heading = document.getElementById(headingId)
      // The button goes. Somebody who has gone on to something else stays there.
      if (isFocusLost() || heading?.closest('article')?.contains(document.activeElement)) heading?.focus()
      await refreshBloodRequests(client)
      showToast('Thank you. We ask donors by email again.')
    },
    // Closed or deleted in another tab.
    onError: error => void (isRefused(error) && refreshBloodRequests(client)),
  })
  return (
    <Stack>
      {unconfirmedSince && (
        <div>
          <Badge tone="warning">{`Not confirmed since ${formatDayOfYear(unconfirmedSince, site.timeZone)}`}</Badge>
        </div>
      )}
      <Stack row>
        <div>
          <p>
            <strong>Is blood still needed?</strong>
          </p>
          <SmallPrint>No donor is asked by email until you say so.</SmallPrint>
        </div>
        <Button
          // Calling a donor who has offered comes first.
          variant={offersStanding > 0 ? 'secondary' : 'primary'}
          aria-describedby={headingId}
          isBusy={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          Still needed
        </Button>
      </Stack>
      <MutationNotice of={confirming} failed="Failed to confirm the request. Please try again." />
    </Stack>
  )
}
