import { REFUSALS_ABOUT_ACCOUNTS } from '@blood-bank/contract/refusals/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useBloodGroupInUrl } from '../../forms/use-blood-group-in-url.ts'
import { useCoordination } from '../../session/session.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Choice, ChosenGroup, ChosenRequest, ChosenWrongNumbers } from './choice.tsx'
import { DonorsToCall } from './donors-to-call.tsx'
import { AddDonor } from './kept/add-donor.tsx'
import { ByNumber } from './kept/by-number.tsx'
import { OnCall } from './on-call/on-call.tsx'
import { forgetDonorsToCall } from './queries.ts'

/** Where coordinators call donors, for a request or of a group, which is in the address. */
export function CallDonorsPage() {
  const coordination = useCoordination()
  const isCoordinator = coordination !== null
  const [query] = useSearchParams()
  const view = ['request', 'wrong-numbers', 'bloodGroup'].find(name => query.has(name))
  return (
    // Choosing for whom to call is a change of page: its heading gets the focus.
    <Page key={`${view} ${query.get('request')}`} title="Call Donors" width="wide">
      {/* Nothing stays of another hall. */}
      {coordination ? <Calling key={coordination.hallId} hallId={coordination.hallId} /> : <RightHasEnded />}
      {/* Stays where it is: what somebody typed is not lost with their right. */}
      <AddDonor isAllowed={isCoordinator} />
      <ByNumber />
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
