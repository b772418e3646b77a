import { type BloodRequest, STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { CONTACT_AFTER_DONATION_HOURS } from '@blood-bank/contract/offers/endpoints'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { site } from '../../../api/site.ts'
import { ActionButtons } from '../../../features/blood-requests/actions/action-buttons.tsx'
import type { RequestedAction } from '../../../features/blood-requests/actions/actions.ts'
import { namesOfPlace, POSTING_DRAFT } from '../../../features/blood-requests/queries.ts'
import { receivedOffersKey, useReceivedOffers } from '../../../features/offers/queries.ts'
import { findDraft, findDraftNote, saveDraft } from '../../../forms/drafts.ts'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { useActor } from '../../../session/session.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { formatDayOfYear, formatDuration } from '../../../ui/records/dates.ts'
import { ReceivedOffers } from '../received-offers/received-offers.tsx'
import { FoldedFacts } from './folded-facts.tsx'
import styles from './own-request.module.css'

/** Loaded on demand: few requests have somebody to thank. */
const ThankDonors = lazyPart(async () => (await import('./thanks/thank-donors.tsx')).ThankDonors)

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading. */
  describedBy: string
  onAction: (requested: RequestedAction) => void
}

/** What became of a request, in two lines; the rest on a press. */
export function ClosedRequest({ bloodRequest, describedBy, onAction }: Props) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { unitsGiven, patientName, requestedAt, closedAt } = bloodRequest
  const gave = unitsGiven > 0 ? ` (${unitsGiven} ${unitsGiven === 1 ? 'donor' : 'donors'} gave)` : ''
  const day = formatDayOfYear(closedAt ?? requestedAt, site.timeZone)
  return (
    <div className={styles.closed}>
      {mayKnowNames(bloodRequest) ? (
        <OutcomeWithNames bloodRequest={bloodRequest} />
      ) : (
        <Outcome bloodRequest={bloodRequest} names={[]} />
      )}
      {bloodRequest.thanks && (
        <Suspense>
          <ThankDonors id={bloodRequest.id} thanks={bloodRequest.thanks} describedBy={describedBy} />
        </Suspense>
      )}
      <FoldedFacts
        bloodRequest={bloodRequest}
        summary={`${day}, for ${patientName}${gave}`}
        onToggle={setIsUnfolded}
      >
        {isUnfolded && unitsGiven > 0 && <Donations bloodRequest={bloodRequest} describedBy={describedBy} />}
      </FoldedFacts>
      <Stack row>
        <PostAgainButton bloodRequest={bloodRequest} describedBy={describedBy} />
        <ActionButtons bloodRequest={bloodRequest} onAction={onAction} describedBy={describedBy} />
      </Stack>
    </div>
  )
}

/** Names are shown for some time after a donation. Offers of all closed requests would be too many to fetch. */
const mayKnowNames = ({ status, unitsGiven, closedAt }: BloodRequest): boolean =>
  status === 'fulfilled' &&
  unitsGiven > 0 &&
  closedAt !== null &&
  currentTime().getTime() - Date.parse(closedAt) < CONTACT_AFTER_DONATION_HOURS * HOUR_MS

function OutcomeWithNames({ bloodRequest }: { bloodRequest: BloodRequest }) {
  const { data } = useReceivedOffers(bloodRequest.id)
  const donated = (data?.pages.flat() ?? []).filter(({ status }) => status === 'donated')
  return <Outcome bloodRequest={bloodRequest} names={donated.flatMap(({ donor }) => donor?.fullName ?? [])} />
}

/** "✓ Fulfilled in 7 minutes by Sadia Islam" */
function Outcome({ bloodRequest, names }: { bloodRequest: BloodRequest; names: string[] }) {
  const { status, requestedAt, closedAt } = bloodRequest
  if (status !== 'fulfilled') return <p className={styles.cancelled}>{STATUS_LABELS[status]}</p>
  const time = closedAt ? ` in ${formatDuration(new Date(requestedAt), new Date(closedAt))}` : ''
  const by = names.length > 0 ? ` by ${new Intl.ListFormat('en-US').format(names)}` : ''
  return (
    <p className={styles.fulfilled}>
      <span aria-hidden="true">✓</span> <span>{STATUS_LABELS[status] + time + by}</span>
    </p>
  )
}

function Donations({ bloodRequest, describedBy }: Omit<Props, 'onAction'>) {
  const list = useOptimisticList(useReceivedOffers(bloodRequest.id), receivedOffersKey(bloodRequest.id))
  const shown = list.data?.pages.flat() ?? []
  return <ReceivedOffers bloodRequest={bloodRequest} list={list} shown={shown} describedBy={describedBy} />
}

const NOTE = 'This is filled in from an earlier request of yours. Check it before you post.'

/** Opens the form for a new request, filled in from a closed one. A draft is replaced only if the person agrees. */
function PostAgainButton({ bloodRequest, describedBy }: Omit<Props, 'onAction'>) {
  const { id } = useActor()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const fillIn = () => {
    copyToForm(id, bloodRequest)
    void navigate('/post-request')
  }
  return (
    <>
      <Button
        aria-describedby={describedBy}
        onClick={() => (hasTypedDraft(id) ? setIsAsking(true) : fillIn())}
      >
        Post again
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Replace your draft?"
          confirm="Replace my draft"
          keep="Keep my draft"
          onConfirm={fillIn}
          onClose={() => setIsAsking(false)}
        >
          <p>
            You typed another request and haven't posted it yet. If you post this one again, what you typed is
            lost. You can <Link to="/post-request">look at your draft</Link> first.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/**
 * Fills in the form for a new request from an old one, as a draft of the person: the form takes what is a field of it. When
 * blood is needed is left open.
 */
function copyToForm(owner: string, { neededBy: _, ...bloodRequest }: BloodRequest) {
  const texts = Object.entries(bloodRequest).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? value : String(value ?? ''),
  ])
  // What was posted once with this hospital is not asked about again.
  const draft = { ...Object.fromEntries(texts), confirmedPlace: namesOfPlace(bloodRequest) }
  saveDraft(owner, POSTING_DRAFT, draft, NOTE)
}

/** Whether the form holds something that the person typed and has not posted. */
const hasTypedDraft = (owner: string) =>
  findDraft(owner, POSTING_DRAFT) !== null && findDraftNote(owner, POSTING_DRAFT) === null
