import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { confirmBloodRequest } from '@blood-bank/contract/blood-requests/confirmations'
import { needsPlatelets } from '@blood-bank/contract/blood-requests/descriptions'
import { type BloodRequest, URGENCY_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { needsConfirmation } from '@blood-bank/contract/blood-requests/rules'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isRefused } from '../../../api/explain-failure.ts'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { site } from '../../../api/site.ts'
import { saveCall } from '../../../device/recent-calls.ts'
import type { RequestedAction } from '../../../features/blood-requests/actions/actions.ts'
import { refreshBloodRequests } from '../../../features/blood-requests/queries.ts'
import { describeUnitCount } from '../../../features/blood-requests/state.ts'
import { useDonorsBeside } from '../../../features/donors/queries.ts'
import { receivedOffersKey, useReceivedOffers } from '../../../features/offers/queries.ts'
import { forBloodGroup } from '../../../forms/use-blood-group-in-url.ts'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { useActor } from '../../../session/session.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { isFocusLost } from '../../../ui/browser/focus.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button, type ButtonVariant } from '../../../ui/controls/button.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { CallNamed } from '../../../ui/phone/call-named.tsx'
import { calendarDateOf, formatDayOfYear } from '../../../ui/records/dates.ts'
import { Line } from '../../../ui/records/skeleton.tsx'
import styles from './active-request.module.css'
import { FoldedFacts } from './folded-facts.tsx'
import { ProgressSteps } from './progress-steps.tsx'
import { useIsLate, WaitingForDonors } from './waiting-for-donors.tsx'
import { EndedOffers, WhoCanCome } from './who-can-come.tsx'

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

/** How far the alerts for a request have come, and the offers for it. */
function useAnswers(bloodRequest: BloodRequest) {
  const { id, offersStanding } = bloodRequest
  const { data: progress, isPending } = useQuery({
    queryKey: ['alerts', id],
    meta: { live: ['own-blood-requests', 'received-offers'] },
    queryFn: ({ signal }) => call(readAlertProgress, { params: { id } }, { signal }),
  })
  const list = useOptimisticList(useReceivedOffers(id), receivedOffersKey(id))
  const known = list.data?.pages.flat()
  const standing = known?.filter(({ status }) => status === 'offered') ?? []
  /** How many donors of the club can come. */
  const ofClub = progress?.clubDonors.reduce((sum, { donors }) => sum + donors, 0) ?? 0
  const canCome = standing.length + ofClub
  const isWaiting = canCome === 0 && (list.isError || !list.isPending || offersStanding === 0)
  /** The units that were given, also by donors of the club. */
  const unitsGiven = bloodRequest.unitsGiven + (progress?.clubDonorsGave ?? 0)
  return { progress, isPending, list, known, standing, canCome, unitsGiven, isWaiting }
}

/**
 * The waiting room: how far the request has come, and who can come. The panel is as high while nobody has answered as when a
 * donor can come: whoever waits has a thumb on the page.
 */
export function ActiveRequest({ bloodRequest, describedBy, onAction }: Props) {
  const { requiredBloodGroup, component, unitsRequired } = bloodRequest
  const { progress, isPending, list, known, standing, canCome, unitsGiven, isWaiting } =
    useAnswers(bloodRequest)
  const isLate = useIsLate(bloodRequest)
  const hasFew = progress?.donorsAsked === 'a few' && progress.askedAt !== null
  // The donors of the search give blood.
  const isShared = hasFew || component === 'apheresis-platelets'
  const next = !isWaiting || !(isLate || hasFew) ? null : isShared ? 'share' : 'call'
  const variantOf = (way: typeof next) => (canCome > 0 ? 'quiet' : next === way ? 'primary' : 'secondary')
  const ways = (
    <>
      <ShareOwnButton bloodRequest={bloodRequest} describedBy={describedBy} variant={variantOf('share')} />
      <LinkButton
        to={`/find-donors${forBloodGroup(requiredBloodGroup)}`}
        variant={variantOf('call')}
        aria-describedby={describedBy}
      >
        Call donors yourself
      </LinkButton>
    </>
  )
  return (
    <>
      <FoldedFacts
        bloodRequest={bloodRequest}
        summary={`${describeUnitCount(unitsRequired)}, ${URGENCY_LABELS[bloodRequest.urgency]}, for ${bloodRequest.patientName}`}
      >
        <SmallPrint>Wrong? Cancel it and post another.</SmallPrint>
      </FoldedFacts>
      <div className={styles.panel} data-tone={canCome > 0 ? 'good' : undefined}>
        <ProgressSteps
          bloodRequest={bloodRequest}
          progress={progress}
          standing={standing}
          canCome={canCome}
          unitsGiven={unitsGiven}
        />
        <EnoughGiven
          bloodRequest={bloodRequest}
          unitsGiven={unitsGiven}
          describedBy={describedBy}
          onAction={onAction}
        />
        {isWaiting && unitsGiven < unitsRequired && (
          <WaitingForDonors
            bloodRequest={bloodRequest}
            progress={progress}
            isPending={isPending}
            unitsGiven={unitsGiven}
            hadOffers={unitsGiven > 0 || (known !== undefined && known.length > 0)}
            isLate={isLate}
          >
            <div className={styles.next}>{ways}</div>
          </WaitingForDonors>
        )}
        <WhoCanCome
          bloodRequest={bloodRequest}
          progress={progress}
          list={list}
          canCome={canCome}
          unitsGiven={unitsGiven}
          describedBy={describedBy}
        />
        {canCome > 0 && <div className={styles.next}>{ways}</div>}
      </div>
    </>
  )
}

/** Below the actions on a request: whether it is still needed, and whom its owner can call meanwhile. */
export function BesideRequest({ bloodRequest, describedBy, onAction }: Props) {
  const { component, hiddenAt } = bloodRequest
  const { standing, isWaiting, list } = useAnswers(bloodRequest)
  const asks = needsConfirmation(bloodRequest) && !standing.some(isOfToday)
  // What was there once keeps its room: what is below must not come up under the next press.
  const [wasAsked, setWasAsked] = useState(false)
  if (asks && !wasAsked && !list.isPending) setWasAsked(true)
  const [hasCalls, setHasCalls] = useState(false)
  if (isWaiting && !hasCalls) setHasCalls(true)
  return (
    <>
      {wasAsked && (
        <StillNeeded bloodRequest={bloodRequest} describedBy={describedBy} onAction={onAction} asks={asks} />
      )}
      <EndedOffers bloodRequest={bloodRequest} list={list} describedBy={describedBy} />
      {hasCalls && component === 'blood' && !hiddenAt && <DonorsBeside bloodRequest={bloodRequest} />}
    </>
  )
}

/** An offer, or a word, of today answers by itself whether blood is needed: the owner and a donor are at it. */
const isOfToday = ({ offeredAt, onTheWay }: ReceivedOffer) =>
  [offeredAt, onTheWay?.saidAt].some(
    moment =>
      moment !== undefined &&
      calendarDateOf(new Date(moment), site.timeZone) === calendarDateOf(currentTime(), site.timeZone),
  )

/** Two donors who show their number, with room for both from the beginning. */
function DonorsBeside({ bloodRequest: { requiredBloodGroup } }: Pick<Props, 'bloodRequest'>) {
  const { id: userId } = useActor()
  const { data: donors, isPending, isError } = useDonorsBeside(requiredBloodGroup)
  const heading = useId()
  return (
    <section className={styles.calls} aria-labelledby={heading}>
      <SmallPrint id={heading}>
        {isError
          ? 'Donors to call could not be loaded. Press Call donors yourself to try again.'
          : donors?.length === 0
            ? `Nobody who can give to ${withMinus(requiredBloodGroup)} shows a number now. Share your request.`
            : 'You can also call:'}
      </SmallPrint>
      {isPending && (
        <>
          <Line />
          <Line />
        </>
      )}
      {donors?.map(({ id, fullName, bloodGroup, contactNumber }) => (
        <CallNamed
          key={id}
          name={`${fullName} (${withMinus(bloodGroup)})`}
          number={contactNumber}
          variant="secondary"
          onCall={() => saveCall(userId, id)}
        />
      ))}
    </section>
  )
}

/** Asks the owner whether a request is fulfilled once enough units were given: it never happens by itself. */
function EnoughGiven({ bloodRequest, unitsGiven, describedBy, onAction }: Props & { unitsGiven: number }) {
  const { status, unitsRequired } = bloodRequest
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

/** Lets the owner say whether blood is still needed. No donor is asked before. */
function StillNeeded({ bloodRequest, describedBy, onAction, asks }: Props & { asks: boolean }) {
  const { id, unconfirmedSince } = bloodRequest
  const client = useQueryClient()
  const confirming = useMutation({
    mutationFn: () => call(confirmBloodRequest, { params: { id } }),
    onSuccess: async () => {
      const heading = document.getElementById(describedBy)
      // The button goes, so the heading takes the focus. Somebody who has gone on to something else stays there.
      if (isFocusLost() || heading?.closest('article')?.contains(document.activeElement)) heading?.focus()
      await refreshBloodRequests(client)
    },
    // Closed or deleted in another tab.
    onError: error => void (isRefused(error) && refreshBloodRequests(client)),
  })
  const isThanked = confirming.isSuccess && !asks
  return (
    <div
      className={styles.question}
      data-answered={(!asks && !isThanked) || undefined}
      inert={!asks && !isThanked}
    >
      <div role="status">
        <p>
          <strong>
            {isThanked
              ? 'Thank you. We ask donors by email again.'
              : `${needsPlatelets(bloodRequest) ? 'Are platelets' : 'Is blood'} still needed?`}
          </strong>
        </p>
        {!isThanked && (
          <SmallPrint>
            {unconfirmedSince &&
              `Nobody has said so since ${formatDayOfYear(unconfirmedSince, site.timeZone)}. `}
            No donor is asked by email until you do.
          </SmallPrint>
        )}
      </div>
      <div className={styles.next} data-answered={isThanked || undefined} inert={isThanked}>
        <Button
          aria-describedby={describedBy}
          isBusy={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          Still needed
        </Button>
        <Button aria-describedby={describedBy} onClick={() => onAction({ action: 'cancel', bloodRequest })}>
          No longer needed
        </Button>
      </div>
      <MutationNotice of={confirming} failed="Failed to confirm the request. Please try again." />
    </div>
  )
}

/** Shares a request of one's own with anybody, by a public page. */
function ShareOwnButton({
  bloodRequest,
  describedBy,
  variant,
}: Omit<Props, 'onAction'> & { variant: ButtonVariant }) {
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
