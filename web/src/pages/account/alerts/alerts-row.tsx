import type { AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import { Suspense } from 'react'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { Moment } from '../../../api/moment.tsx'
import { currentTime } from '../../../ui/browser/clock.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { LineSkeleton } from '../../../ui/records/skeleton.tsx'
import { AccountRow } from '../account-row.tsx'
import { AlertChoices } from './alert-choices.tsx'
import { describeAlerts, useAlertPreferences } from './queries.ts'
import { ThankYous } from './thank-yous.tsx'

/** Loaded later: the rest of the page works without it. */
const Notifications = lazyPart(async () => (await import('../notifications/notifications.tsx')).Notifications)

/** When and how often the actor is asked to donate. */
export function AlertsRow() {
  const own = useAlertPreferences()
  const { data } = own
  const state = data === undefined ? '' : data === null ? 'For donors' : describeAlerts(data)
  return (
    <AccountRow id="alerts" title="Alerts" state={state}>
      {own.isPending && <LineSkeleton />}
      <FetchFailure query={own} failed="Failed to load your alerts." />
      {data === null && <ForDonors />}
      {data && <Preferences preferences={data} />}
    </AccountRow>
  )
}

const ForDonors = () => (
  <>
    <p>Alerts are for donors: we tell you when somebody needs blood that you can give.</p>
    <div>
      <LinkButton to="/register-donor">Register as Donor</LinkButton>
    </div>
  </>
)

function Preferences({ preferences }: { preferences: AlertPreferences }) {
  const { isOn, firstAlertFrom } = preferences
  return (
    <>
      <AlertChoices preferences={preferences} />
      {isOn && firstAlertFrom && Date.parse(firstAlertFrom) > currentTime().getTime() && (
        <SmallPrint>
          Your first alert comes after <Moment at={firstAlertFrom} />.
        </SmallPrint>
      )}
      {isOn && (
        <Suspense>
          <Notifications />
        </Suspense>
      )}
      <SmallPrint>
        When somebody needs blood that you can give, we email you, and notify you on the devices where you
        turn that on. Nobody learns that you were asked or that you declined.
      </SmallPrint>
      <ThankYous />
    </>
  )
}
