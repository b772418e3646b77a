import { stopTextsByAlert } from '@blood-bank/contract/alerts/answers'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { passFocusOn } from '../../ui/browser/focus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Ends the text messages of whoever got the link of one: they cannot be answered. */
export function StopTexts({ token }: { token: string }) {
  const stopping = useMutation({ mutationFn: () => call(stopTextsByAlert, { body: { token } }) })
  if (stopping.data) return <Notice kind="success">{stopping.data.message}</Notice>
  return (
    <>
      <MutationNotice of={stopping} failed="Failed to stop text messages. Please try again." />
      <div ref={passFocusOn}>
        <Button variant="quiet" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
          Stop text messages
        </Button>
      </div>
    </>
  )
}
