import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { confirmBloodRequest } from '@blood-bank/contract/blood-requests/confirmations'
import { needsPlatelets } from '@blood-bank/contract/blood-requests/descriptions'
import { type BloodRequest, URGENCY_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { needsConfirmation } from '@blood-bank/contract/blood-requests/rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isRefused } from '../../../api/explain-failure.ts'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { site } from '../../../api/site.ts'
import type { RequestedAction } from '../../../features/blood-requests/actions/actions.ts'
import { refreshBloodRequests } from '../../../features/blood-requests/queries.ts'
import { describeUnitCount } from '../../../features/blood-requests/state.ts'
import { receivedOffersKey, useReceivedOffers } from '../../../features/offers/queries.ts'
import { forBloodGroup } from '../../../forms/use-blood-group-in-url.ts'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { isFocusLost } from '../../../ui/browser/focus.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatDayOfYear } from '../../../ui/records/dates.ts'
import styles from './active-request.module.css'
import { FoldedFacts } from './folded-facts.tsx'
import { ProgressSteps } from './progress-steps.tsx'
import { useIsLate, WaitingForDonors } from './waiting-for-donors.tsx'
import { WhoCanCome } from './who-can-come.tsx'

/** Loaded when it is asked for: the dashboard has more urgent parts. */
const ShareDialog = lazyPage(
  () => import('../../../features/blood-requests/sharing/share-dialog.tsx'),
  'ShareDialog',
)

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading. */
  describedBy: string
  onAction: (requested: RequestedAction) => void
}

/**
 * The waiting room: how far the request has come, and who can come. The panel is as high while nobody has answered as when a
 * donor can come: whoever waits has a thumb on the page.
 */
export function ActiveRequest({ bloodRequest, describedBy, onAction }: Props) {
  const { id, requiredBloodGroup, component, unitsRequired, unitsGiven, offersStanding } = bloodRequest
  const { data: progress, isPending } = useQuery({
    queryKey: ['alerts', id],
    meta: { live: ['own-blood-requests', 'received-offers'] },
    queryFn: ({ signal }) => call(readAlertProgress, { params: { id } }, { signal }),
  })
  const list = useOptimisticList(useReceivedOffers(id), receivedOffersKey(id))
  const known = list.data?.pages.flat()
  const standing = known?.filter(({ status }) => status === 'offered') ?? []
  const isWaiting = standing.length === 0 && (list.isError || !list.isPending || offersStanding === 0)
  const asksWhetherNeeded = needsConfirmation(bloodRequest)
  // Whoever has answered keeps its room: what is below must not come up under the next press.
  const [wasAsked, setWasAsked] = useState(asksWhetherNeeded)
  if (asksWhetherNeeded && !wasAsked) setWasAsked(true)
  const isLate = useIsLate(bloodRequest)
  // The donors of the search give blood.
  const next = !isWaiting || !isLate ? null : component === 'apheresis-platelets' ? 'share' : 'call'
  return (
    <>
      <FoldedFacts
        bloodRequest={bloodRequest}
        summary={`${describeUnitCount(unitsRequired)}, ${URGENCY_LABELS[bloodRequest.urgency]}, for ${bloodRequest.patientName}`}
      >
        <SmallPrint>Wrong? Cancel it and post another.</SmallPrint>
      </FoldedFacts>
      <ProgressSteps bloodRequest={bloodRequest} progress={progress} standing={standing} />
      <div
        className={styles.panel}
        data-tone={standing.length > 0 ? 'good' : undefined}
        data-question={wasAsked || undefined}
      >
        <EnoughGiven bloodRequest={bloodRequest} describedBy={describedBy} onAction={onAction} />
        {asksWhetherNeeded && <StillNeeded bloodRequest={bloodRequest} describedBy={describedBy} />}
        {isWaiting && !asksWhetherNeeded && unitsGiven < unitsRequired && (
          <WaitingForDonors
            bloodRequest={bloodRequest}
            progress={progress}
            isPending={isPending}
            hadOffers={known !== undefined && known.length > 0}
            isLate={isLate}
          />
        )}
        <WhoCanCome bloodRequest={bloodRequest} progress={progress} list={list} describedBy={describedBy} />
      </div>
      <div className={styles.next}>
        <ShareOwnButton
          bloodRequest={bloodRequest}
          describedBy={describedBy}
          variant={next === 'share' ? 'primary' : 'secondary'}
        />
        <LinkButton
          to={`/find-donors${forBloodGroup(requiredBloodGroup)}`}
          variant={next === 'call' ? 'primary' : 'secondary'}
          aria-describedby={describedBy}
        >
          Call donors yourself
        </LinkButton>
      </div>
    </>
  )
}

/** Asks the owner whether a request is fulfilled once enough units were given: it never happens by itself. */
function EnoughGiven({ bloodRequest, describedBy, onAction }: Props) {
  const { status, unitsGiven, unitsRequired } = bloodRequest
  if (status !== 'active' || unitsGiven < unitsRequired) return null
  return (
    <Stack row>
      <p>{`${unitsGiven} of ${unitsRequired} needed units were given. Is the request fulfilled?`}</p>
      <Button
        variant="good"
        aria-describedby={describedBy}
        onClick={() => onAction({ action: 'fulfil', bloodRequest })}
      >
        Yes, it is fulfilled
      </Button>
    </Stack>
  )
}

/** Lets the owner say that blood is still needed. No donor is asked before. */
function StillNeeded({ bloodRequest, describedBy }: Omit<Props, 'onAction'>) {
  const { id, offersStanding, unconfirmedSince } = bloodRequest
  const client = useQueryClient()
  const confirming = useMutation({
    mutationFn: () => call(confirmBloodRequest, { params: { id } }),
    onSuccess: async () => {
      const heading = document.getElementById(describedBy)
      // The button goes, so the heading takes the focus. Somebody who has gone on to something else stays there.
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
            <strong>{`${needsPlatelets(bloodRequest) ? 'Are platelets' : 'Is blood'} still needed?`}</strong>
          </p>
          <SmallPrint>No donor is asked by email until you say so.</SmallPrint>
        </div>
        <Button
          // Calling a donor who has offered comes first.
          variant={offersStanding > 0 ? 'secondary' : 'primary'}
          aria-describedby={describedBy}
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

/** Shares a request of one's own with anybody, by a public page. */
function ShareOwnButton({
  bloodRequest,
  describedBy,
  variant,
}: Omit<Props, 'onAction'> & { variant: 'primary' | 'secondary' }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant={variant} aria-describedby={describedBy} onClick={() => setIsOpen(true)}>
        Share
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog bloodRequest={bloodRequest} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
