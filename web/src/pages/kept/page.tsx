import {
  agreeToBeKept,
  KeptLinkForm,
  type OwnKeptDonor,
  readOwnKeptDonor,
  stopBeingKept,
} from '@blood-bank/contract/kept-donors/own-page'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { isRefused } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { site } from '../../api/site.ts'
import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { DeadLink } from '../../ui/feedback/dead-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { calendarDateOf, formatDay, formatMoment } from '../../ui/records/dates.ts'
import { Facts } from '../../ui/records/facts.tsx'
import { Correction } from './correction.tsx'

/**
 * The target of the link in the text message to somebody whom the club keeps without an account. It works signed out, and
 * opening it changes nothing.
 */
export function KeptPage() {
  return (
    <MailLinkPage
      title="What we keep about you"
      form={KeptLinkForm}
      survivesReload
      help={<p>The whole link is in the text message that we sent you.</p>}
    >
      {token => <KeptDonor key={token} token={token} />}
    </MailLinkPage>
  )
}

const dayOf = (moment: string) => formatDay(calendarDateOf(moment, site.timeZone))

function KeptDonor({ token }: { token: string }) {
  const kept = useOwnKeptDonor(token)
  const { donor, stopping, refresh } = kept
  const heading = useRef<HTMLHeadingElement>(null)
  /** The pressed button is gone afterwards. */
  const focusHeading = () => heading.current?.focus()
  if (stopping.isSuccess) return <Stopped message={stopping.data.message} />
  if (donor.isPending) return <Waiting />
  if (donor.isError && isRefused(donor.error))
    return (
      <DeadLink reason={donor.error.message} isNews={donor.data !== undefined}>
        <p>
          Do you want to give blood? <Link to="/register">Register</Link> anytime.
        </p>
      </DeadLink>
    )
  if (!donor.data) return <FetchFailure query={donor} failed="Couldn't load what we keep about you." />
  return (
    <>
      <Choice donor={donor.data} kept={kept} headingRef={heading} onPressed={focusHeading} />
      <Record token={token} donor={donor.data} refresh={refresh} />
      <Looks looks={donor.data.looks} />
    </>
  )
}

/** The pressed button is gone, and the heading takes the focus. */
function Stopped({ message }: { message: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card title="Erased" headingRef={heading}>
      <Notice kind="success">{message}</Notice>
    </Card>
  )
}

const HOW: Record<NonNullable<OwnKeptDonor['consent']>['kind'], string> = {
  text: 'on this page',
  paper: 'on paper',
  said: 'by saying so',
}

type ChoiceProps = {
  donor: OwnKeptDonor
  kept: ReturnType<typeof useOwnKeptDonor>
  headingRef: RefObject<HTMLHeadingElement | null>
  onPressed: () => void
}

/** Whether the club may keep and call them. A stop asks once, in place. */
function Choice({ donor: { consent, expiresAt }, kept, headingRef, onPressed }: ChoiceProps) {
  const { agreeing, stopping } = kept
  const [isAsking, setIsAsking] = useState(false)
  function ask(isAsking: boolean) {
    stopping.reset()
    setIsAsking(isAsking)
    onPressed()
  }
  if (isAsking)
    return (
      <Card title="Erase what we keep about you?" headingRef={headingRef}>
        <p>{`The ${site.clubName} does not call you any more, and does not keep your number again for a year.`}</p>
        <MutationNotice of={stopping} failed="Failed to erase it. Please try again." />
        <Stack row>
          <Button variant="danger" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
            Erase it
          </Button>
          <Button onClick={() => ask(false)}>Back</Button>
        </Stack>
      </Card>
    )
  if (!consent)
    return (
      <Card title="May we call you when blood is needed?" headingRef={headingRef}>
        <p>
          {`The ${site.clubName} asks whether it may keep your blood group and number, and call you when somebody needs your blood. Nobody can call you before you agree, and you can stop it at any time.`}
        </p>
        <MutationNotice of={agreeing} failed="Failed to save your answer. Please try again." />
        <Stack row>
          <Button
            variant="primary"
            isBusy={agreeing.isPending}
            onClick={() => agreeing.mutate(undefined, { onSuccess: onPressed })}
          >
            Yes, you may call me
          </Button>
          <Button onClick={() => ask(true)}>No, erase this</Button>
        </Stack>
        <SmallPrint>{`If you do nothing, we erase it on ${dayOf(expiresAt)}.`}</SmallPrint>
      </Card>
    )
  return (
    <Card title="We call you when blood is needed" headingRef={headingRef}>
      {agreeing.isSuccess && (
        <Notice kind="success">Thank you. Somebody calls you when your blood is needed.</Notice>
      )}
      <p>
        {`The ${site.clubName} keeps what you see below and calls you when somebody needs your blood. Only its coordinators and admins see it.`}
      </p>
      <div>
        <Button onClick={() => ask(true)}>Stop, and erase this</Button>
      </div>
      <SmallPrint>
        {`You agreed ${HOW[consent.kind]} on ${dayOf(consent.at)}. If nobody calls you and you do not donate, we erase it on ${dayOf(expiresAt)}.`}
      </SmallPrint>
    </Card>
  )
}

type RecordProps = { token: string; donor: OwnKeptDonor; refresh: (donor?: OwnKeptDonor) => void }

/** What is kept, to be corrected. */
function Record({ token, donor, refresh }: RecordProps) {
  const [isCorrecting, setIsCorrecting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  function show(isCorrecting: boolean) {
    setIsCorrecting(isCorrecting)
    heading.current?.focus()
  }
  const hall = donor.halls.find(({ id }) => id === donor.hallId)?.name ?? null
  return (
    <Card title="About you" headingRef={heading}>
      {isCorrecting ? (
        <Correction
          token={token}
          donor={donor}
          onSaved={changed => {
            refresh(changed)
            show(false)
          }}
          onRefused={() => refresh()}
          onCancel={() => show(false)}
        />
      ) : (
        <>
          <Facts
            facts={{
              Name: donor.fullName,
              'Blood Group': donor.bloodGroup,
              Hall: hall,
              Batch: donor.batch,
              Department: donor.department,
              'Phone Number': donor.contactNumber,
              'Ask For': donor.askFor,
              'Last Donation': donor.lastDonationDate && formatDay(donor.lastDonationDate),
              'Kept By': donor.keptBy ?? 'Nobody at the moment',
              Since: dayOf(donor.keptSince),
            }}
          />
          <div>
            <Button onClick={() => show(true)}>Correct this</Button>
          </div>
        </>
      )}
    </Card>
  )
}

/** Who looked at the number. */
function Looks({ looks }: Pick<OwnKeptDonor, 'looks'>) {
  return (
    <Card title="Who looked at your number">
      {looks.length === 0 ? (
        <p>Nobody yet.</p>
      ) : (
        <ul>
          {looks.map(({ at, by }) => (
            <li
              key={`${at} ${by}`}
            >{`${formatMoment(at, site.timeZone)}: ${by ?? 'somebody who has left'}`}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Reads what is kept about whoever has a link, and saves what they decide. */
function useOwnKeptDonor(token: string) {
  const client = useQueryClient()
  const body = { token }
  const query = queryOptions({
    queryKey: ['own-kept-donor', token],
    queryFn: ({ signal }) => call(readOwnKeptDonor, { body }, { signal }),
  })
  const donor = useQuery(query)
  /** Shows what has changed; without it, reads it again: the link may be dead. */
  const refresh = (changed?: OwnKeptDonor) =>
    changed ? client.setQueryData(query.queryKey, changed) : void client.invalidateQueries(query)
  const onError = (error: Error) => {
    if (isRefused(error)) refresh()
  }
  const agreeing = useMutation({
    mutationFn: () => call(agreeToBeKept, { body }),
    onSuccess: refresh,
    onError,
  })
  const stopping = useMutation({ mutationFn: () => call(stopBeingKept, { body }), onError })
  return { donor, agreeing, stopping, refresh }
}
