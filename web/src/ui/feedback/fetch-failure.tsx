import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Notice } from './notice.tsx'

type Props = {
  query: { error: Error | null; refetch: () => unknown }
  /** The sentence for an error. */
  failure: (error: Error) => string
}

/**
 * Says that something could not be fetched, if so. Retry fetches it again. Dismiss hides the sentence of this failure,
 * not of the next one, and leaves Retry: what is on the page, if anything, is still not what the server has.
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

/** The button that was pressed is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()
