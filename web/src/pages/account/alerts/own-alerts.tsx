import type { AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import { Suspense, useRef } from 'react'
import { explainFailure } from '../../../api/explain-failure.ts'
import { site } from '../../../api/site.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { FetchFailure } from '../../../ui/feedback/fetch-failure.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { formatMoment } from '../../../ui/records/dates.ts'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import { FrequencyForm } from './frequency-form.tsx'
import { PauseForm } from './pause-form.tsx'
import { PausedAlerts } from './paused-alerts.tsx'
import { useAlertPreferences } from './queries.ts'
import { TestAlertButton } from './test-alert-button.tsx'

/** Loaded later: the rest of the page works without it. */
const Notifications = lazyPart(async () => (await import('../notifications/notifications.tsx')).Notifications)

/** When and how often the actor is asked to donate. */
export function OwnAlerts() {
  const heading = useRef<HTMLHeadingElement>(null)
  const own = useAlertPreferences()
  return (
    <Card title="Alerts" headingRef={heading}>
      {own.isPending && (
        <Skeleton status="Loading...">
          <Line width={18} />
        </Skeleton>
      )}
      <FetchFailure query={own} failure={error => explainFailure(error, 'Failed to load your alerts.')} />
      {own.data === null && <ForDonors />}
      {own.data && <Preferences preferences={own.data} onGone={() => heading.current?.focus()} />}
    </Card>
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

type Props = {
  preferences: AlertPreferences
  /** Called when the focused button is gone. */
  onGone: () => void
}

function Preferences({ preferences, onGone }: Props) {
  const { isOn, pausedUntil, firstAlertFrom } = preferences
  return (
    <>
      <p>
        When somebody needs blood that you can give, we email you, and notify you on the devices where you
        turn that on.
      </p>
      <p>Nobody learns that you were asked or that you declined.</p>
      <FrequencyForm preferences={preferences} />
      {isOn &&
        (pausedUntil === null ? (
          <PauseForm onPaused={onGone} />
        ) : (
          <PausedAlerts pausedUntil={pausedUntil} onEnded={onGone} />
        ))}
      {isOn && firstAlertFrom && Date.parse(firstAlertFrom) > Date.now() && (
        <SmallPrint>Your first alert comes after {formatMoment(firstAlertFrom, site.timeZone)}.</SmallPrint>
      )}
      {isOn && (
        <Suspense>
          <Notifications />
        </Suspense>
      )}
      <TestAlertButton />
    </>
  )
}
