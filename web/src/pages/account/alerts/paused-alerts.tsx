import type { AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import { useMutation } from '@tanstack/react-query'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { site } from '../../../api/site.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { formatMoment } from '../../../ui/records/dates.ts'
import { useChangePreferences } from './queries.ts'

type Props = { pausedUntil: NonNullable<AlertPreferences['pausedUntil']>; onEnded: () => void }

/** Says how long alerts are paused, and ends the pause. */
export function PausedAlerts({ pausedUntil, onEnded }: Props) {
  const change = useChangePreferences()
  const ending = useMutation({
    mutationFn: () => change({ pause: 'none' }),
    onSuccess: () => {
      showToast('The pause is over. You get alerts again.')
      onEnded()
    },
  })
  return (
    <>
      <p>
        Alerts are paused until{' '}
        {pausedUntil === 'until-i-return' ? 'you end the pause' : formatMoment(pausedUntil, site.timeZone)}.
      </p>
      <MutationNotice of={ending} failed="Failed to end the pause. Please try again." />
      <div>
        <Button isBusy={ending.isPending} onClick={() => ending.mutate()}>
          End pause
        </Button>
      </div>
    </>
  )
}
