import type { ImportedDonor } from '@blood-bank/contract/kept-donors/claims'
import { eraseImportedDonor, readImportedDonor } from '@blood-bank/contract/kept-donors/claims'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { call } from '../../api/call.ts'
import { isRefused } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { site } from '../../api/site.ts'
import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { AFTER_REGISTRATION } from '../../features/donors/registered-notice.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { DeadLink } from '../../ui/feedback/dead-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { calendarDateOf, formatDay } from '../../ui/records/dates.ts'
import { ClaimForm } from './claim-form.tsx'

/** The target of the link to people on an imported list. It works signed out, and opening it changes nothing. */
export function ClaimPage() {
  return (
    <MailLinkPage
      title="Do you want to be a donor?"
      help={<p>The whole link is in the email that we sent you.</p>}
    >
      {token => <ClaimProfile key={token} token={token} />}
    </MailLinkPage>
  )
}

/** What a list says about whoever has the link: they register with it as a donor, or erase it. */
function ClaimProfile({ token }: { token: string }) {
  const [isClaimed, setIsClaimed] = useState(false)
  // Without the entry, which would be read once more, and not to be returned to: the link is dead now.
  if (isClaimed) return <Navigate to="/dashboard" replace state={AFTER_REGISTRATION} />
  return <ImportedProfile token={token} onClaimed={() => setIsClaimed(true)} />
}

function ImportedProfile({ token, onClaimed }: { token: string; onClaimed: () => void }) {
  const { donor, erasing, refresh } = useImportedDonor(token)
  if (donor.isPending) return <Waiting />
  if (donor.isError && isRefused(donor.error) && !erasing.isSuccess)
    return (
      <DeadLink reason={donor.error.message} isNews={donor.data !== undefined}>
        <p>
          If you registered, <Link to="/dashboard">your dashboard</Link> shows your profile. If not, you can{' '}
          <Link to="/register">register</Link> anytime.
        </p>
      </DeadLink>
    )
  if (!donor.data) return <FetchFailure query={donor} failed="Couldn't load what the list says." />
  return (
    <>
      <ImportNotice donor={donor.data} erasing={erasing} />
      {!erasing.isSuccess && (
        <Card title="What the list says about you">
          <ClaimForm token={token} donor={donor.data} onClaimed={onClaimed} onRefused={refresh} />
        </Card>
      )}
    </>
  )
}

type NoticeProps = { donor: ImportedDonor; erasing: Erasing }

const dayOf = (moment: string) => formatDay(calendarDateOf(new Date(moment), site.timeZone))

/** Says where the entry comes from and what happens to it, and erases it after one question, in place. */
function ImportNotice({ donor, erasing }: NoticeProps) {
  const [isAsking, setIsAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  /** The pressed button is gone afterwards. */
  const focusHeading = () => heading.current?.focus()
  function ask(isAsking: boolean) {
    erasing.reset()
    setIsAsking(isAsking)
    focusHeading()
  }

  if (erasing.isSuccess)
    return (
      <Card title="Erased" headingRef={heading}>
        <Notice kind="success">{erasing.data.message}</Notice>
        <p>{`You can register anytime. To leave the list itself, too, ask the ${site.clubName}.`}</p>
      </Card>
    )
  if (isAsking)
    return (
      <Card title="Erase what the list says about you?" headingRef={heading}>
        <p>It can't be undone, but you can register as a donor anytime.</p>
        <MutationNotice of={erasing} />
        <Stack row>
          <Button
            variant="danger"
            isBusy={erasing.isPending}
            onClick={() => erasing.mutate(undefined, { onSuccess: focusHeading })}
          >
            Erase it
          </Button>
          <Button onClick={() => ask(false)}>Back</Button>
        </Stack>
      </Card>
    )
  return (
    <Card title="You are on a list of donors" headingRef={heading}>
      <p>
        {`On ${dayOf(donor.importedAt)}, the ${site.clubName} brought its list of donors to this site. ${
          donor.consentKind
            ? `It says that you agreed ${donor.consentKind === 'paper' ? 'on paper' : 'in words'} to be called when somebody needs blood. Only the volunteers who call donors, and admins, see your entry. If you don't agree, erase it: nobody calls you then.`
            : `Nobody has seen what it says about you, and nobody can until you agree. If you do nothing, we erase it on ${dayOf(donor.expiresAt)}.`
        }`}
      </p>
      <div>
        <Button onClick={() => ask(true)}>No, erase this</Button>
      </div>
    </Card>
  )
}

/** Reads what a list says about whoever has a link, and erases it. */
function useImportedDonor(token: string) {
  const client = useQueryClient()
  const query = queryOptions({
    queryKey: ['imported-donor', token],
    queryFn: ({ signal }) => call(readImportedDonor, { body: { token } }, { signal }),
  })
  const donor = useQuery(query)
  /** Reads it again after a refusal: the link may be dead, or another password needed. */
  const refresh = () => void client.invalidateQueries(query)
  const erasing = useMutation({
    mutationFn: () => call(eraseImportedDonor, { body: { token } }),
    onError: error => isRefused(error) && refresh(),
  })
  return { donor, erasing, refresh }
}

type Erasing = ReturnType<typeof useImportedDonor>['erasing']
