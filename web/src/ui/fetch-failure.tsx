import { useState } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type Props = {
  /** `data` undefined: there is nothing to be seen where it would be. */
  query: { error: Error | null; data: unknown; refetch: () => unknown }
  /** The sentence for an error. */
  failure: (error: Error) => string
}

/**
 * Says that something could not be fetched, if so. Retry fetches it again; Dismiss hides this failure, not the
 * next, and leaves a Retry alone where there is nothing else.
 */
export function FetchFailure({ query: { error, data, refetch }, failure }: Props) {
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
    data === undefined && (
      <div>
        <Button onClick={retry}>Retry</Button>
      </div>
    )
  )
}
