import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Notice } from './notice.tsx'

type Props = {
  query: { error: Error | null; refetch: () => unknown }
  /** The message for an error. */
  failure: (error: Error) => string
}

/**
 * Shows the error of a failed query, if there is one. Retry fetches again. Dismiss hides the message of this error only
 * and leaves Retry, as the page still doesn't show the server's state.
 */
export function FetchFailure({ query: { error, refetch }, failure }: Props) {
  const [dismissed, setDismissed] = useState<Error | null>(null)
  const retry = () => void refetch()
  if (!error) return null
  if (error !== dismissed)
    return (
      <Notice kind="error" onRetry={retry} onDismiss={() => setDismissed(error)}>
        {failure(error)}
      </Notice>
    )
  return (
    <div>
      <Button ref={takeFocus} onClick={retry}>
        Retry
      </Button>
    </div>
  )
}

/** The pressed button is gone, so this one takes the focus. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()
