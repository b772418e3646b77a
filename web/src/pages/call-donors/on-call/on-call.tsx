import { type OnCall as OnCallState, readOnCall, setOnCall } from '@blood-bank/contract/alerts/on-call'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { site } from '../../../api/site.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { formatTime } from '../../../ui/records/dates.ts'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import styles from './on-call.module.css'

/** Loaded when it is asked for: by somebody without a profile whose number can be called. */
const OnCallNumberDialog = lazyPage(() => import('./on-call-number-dialog.tsx'), 'OnCallNumberDialog')

const ON_CALL = ['on-call']

/** Says whether the actor is on call, and what owners of requests then see. Saved at once. */
export function OnCall() {
  const client = useQueryClient()
  const description = useId()
  const [isAskedForNumber, setIsAskedForNumber] = useState(false)
  const { data: onCall, isPending } = useQuery({
    queryKey: ON_CALL,
    meta: { live: ['donors-to-call'] },
    queryFn: ({ signal }) => call(readOnCall, {}, { signal }),
  })
  const show = (state: OnCallState) => client.setQueryData(ON_CALL, state)
  const saving = useMutation({
    // One after the other, so that the last press counts.
    scope: { id: 'on-call' },
    mutationFn: (isOnCall: boolean) => call(setOnCall, { body: { isOnCall } }),
    onSuccess: show,
  })
  if (!onCall)
    return isPending ? (
      <Skeleton>
        <Line width={5} />
        <Line />
      </Skeleton>
    ) : null
  const isOn = saving.isPending ? saving.variables : onCall.until !== null
  const change = (isOnCall: boolean) =>
    isOnCall && onCall.contactNumber === null ? setIsAskedForNumber(true) : saving.mutate(isOnCall)
  return (
    <div>
      <Switch label="On call" isOn={isOn} onChange={change} describedBy={description} />
      <SmallPrint>
        <span id={description} className={styles.status} role="status">
          {saving.isPending ? 'Saving...' : describe(onCall)}
        </span>
      </SmallPrint>
      <MutationNotice of={saving} failed="Failed to save whether you are on call." />
      {isAskedForNumber && (
        <Suspense>
          <OnCallNumberDialog onSaved={show} onClose={() => setIsAskedForNumber(false)} />
        </Suspense>
      )}
    </div>
  )
}

function describe({ until, wouldEndAt, name, contactNumber }: OnCallState) {
  const end = formatTime(until ?? wouldEndAt, site.timeZone)
  return until === null
    ? `Until ${end}. Owners of urgent requests that wait see your name and number.`
    : `Until ${end}. Owners of urgent requests that wait see ${name}, ${contactNumber}. We tell you when one waits.`
}
