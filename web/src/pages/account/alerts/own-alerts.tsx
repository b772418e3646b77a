import type { AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import { Suspense } from 'react'
import { explainFailure } from '../../../api/explain-failure.ts'
import { site } from '../../../api/site.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { FetchFailure } from '../../../ui/feedback/fetch-failure.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { formatMoment } from '../../../ui/records/dates.ts'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import { AlertChoices } from './alert-choices.tsx'
import { describeAlerts, useAlertPreferences } from './queries.ts'

/** Loaded later: the rest of the page works without it. */
const Notifications = lazyPart(async () => (await import('../notifications/notifications.tsx')).Notifications)

/** When and how often the actor is asked to donate. */
export function OwnAlerts() {
  const own = useAlertPreferences()
  return (
    <>
      {own.isPending && (
        <Skeleton status="Loading...">
          <Line width={18} />
        </Skeleton>
      )}
      <FetchFailure query={own} failure={error => explainFailure(error, 'Failed to load your alerts.')} />
      {own.data === null && <ForDonors />}
      {own.data && <Preferences preferences={own.data} />}
    </>
  )
}

/** How the alerts are set, in a few words; empty while it is not known. */
export function AlertsState() {
  const { data } = useAlertPreferences()
  if (data === undefined) return ''
  return data === null ? 'For donors' : describeAlerts(data)
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
      {isOn && firstAlertFrom && Date.parse(firstAlertFrom) > Date.now() && (
        <SmallPrint>Your first alert comes after {formatMoment(firstAlertFrom, site.timeZone)}.</SmallPrint>
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
    </>
  )
}
