import { REFUSALS_ABOUT_ACCOUNTS } from '@blood-bank/contract/refusals/accounts'
import { isAdmin } from '@blood-bank/contract/users/actors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useBloodGroupInUrl } from '../../forms/use-blood-group-in-url.ts'
import { useActor, useCoordination } from '../../session/session.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Choice, ChosenGroup, ChosenRequest, ChosenWrongNumbers } from './choice.tsx'
import { DonorsToCall } from './donors-to-call.tsx'
import { DialogButton } from './kept/dialog-button.tsx'
import { OnCall } from './on-call/on-call.tsx'
import { forgetDonorsToCall } from './queries.ts'

/** Loaded when they are asked for. */
const ByNumberDialog = lazyPage(() => import('./kept/by-number-dialog.tsx'), 'ByNumberDialog')
const KeptDonorDialog = lazyPage(() => import('./kept/kept-donor-dialog.tsx'), 'KeptDonorDialog')

/** Where coordinators call donors, for a request or of a group, which is in the address. */
export function CallDonorsPage() {
  const coordination = useCoordination()
  const actor = useActor()
  const [query] = useSearchParams()
  const view = ['request', 'wrong-numbers', 'bloodGroup'].find(name => query.has(name))
  return (
    // Choosing for whom to call is a change of page: its heading gets the focus.
    <Page key={`${view} ${query.get('request')}`} title="Call Donors" width="wide">
      {/* Nothing stays of another hall. */}
      {coordination ? <Calling key={coordination.hallId} hallId={coordination.hallId} /> : <RightHasEnded />}
      {/* Stays where it is: what somebody typed is not lost with their right. */}
      <DialogButton
        label="Add a donor"
        isAllowed={coordination !== null}
        dialog={props => <KeptDonorDialog donor={null} {...props} />}
      />
      <DialogButton
        label="Download or erase a number"
        isAllowed={isAdmin(actor)}
        dialog={props => <ByNumberDialog {...props} />}
      />
    </Page>
  )
}

function Calling({ hallId }: { hallId: string | null }) {
  const client = useQueryClient()
  useEffect(() => forgetDonorsToCall(client, hallId), [client, hallId])
  const [query] = useSearchParams()
  const bloodGroup = useBloodGroupInUrl()
  const bloodRequestId = query.get('request')
  if (bloodRequestId)
    return (
      <ChosenRequest id={bloodRequestId}>
        <DonorsToCall bloodRequestId={bloodRequestId} />
      </ChosenRequest>
    )
  if (query.has('wrong-numbers'))
    return (
      <>
        <ChosenWrongNumbers />
        <DonorsToCall hasWrongNumber />
      </>
    )
  if (!bloodGroup)
    return (
      <>
        <OnCall />
        <Choice />
      </>
    )
  return (
    <>
      <ChosenGroup bloodGroup={bloodGroup} />
      <DonorsToCall key={bloodGroup} bloodGroup={bloodGroup} />
    </>
  )
}

function RightHasEnded() {
  const client = useQueryClient()
  useEffect(() => forgetDonorsToCall(client), [client])
  return (
    <div role="status">
      <Notice kind="warning">{REFUSALS_ABOUT_ACCOUNTS['coordinator-ended'].message}</Notice>
    </div>
  )
}
