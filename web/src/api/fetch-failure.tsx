import { useState } from 'react'
import { passFocusOn } from '../ui/browser/focus.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { explainFailure } from './explain-failure.ts'

type Props = {
  /** A following page that failed to load is left to `LoadMore`. */
  query: { error: Error | null; refetch: () => unknown; isFetchNextPageError?: boolean }
  /** What did not succeed, for a call that failed. The server's own message is shown for a refusal. */
  failed?: string | undefined
}

/**
 * Shows the error of a failed query, if there is one. Retry fetches again. Dismiss hides the message of this error only
 * and leaves Retry, as the page still doesn't show the server's state.
 */
export function FetchFailure({ query: { error, refetch, isFetchNextPageError = false }, failed }: Props) {
  const [dismissed, setDismissed] = useState<Error | null>(null)
  const retry = () => void refetch()
  if (!error || isFetchNextPageError) return null
  if (error !== dismissed)
    return (
      <Notice kind="error" onRetry={retry} onDismiss={() => setDismissed(error)}>
        {explainFailure(error, failed)}
      </Notice>
    )
  return (
    <div ref={passFocusOn}>
      <Button ref={takeFocus} onClick={retry}>
        Retry
      </Button>
    </div>
  )
}

/** The pressed button is gone, so this one takes the focus. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()
