import { useState } from 'react'
import { Notice } from './notice.tsx'

type Props = {
  query: { error: Error | null; refetch: () => unknown }
  /** The sentence for an error. */
  failure: (error: Error) => string
}

/** Says that something could not be fetched, if so. Retry fetches it again; Dismiss hides this failure, not the next. */
export function FetchFailure({ query: { error, refetch }, failure }: Props) {
  const [dismissed, setDismissed] = useState<Error | null>(null)
  if (!error || error === dismissed) return null
  return (
    <Notice kind="error" onRetry={() => void refetch()} onDismiss={() => setDismissed(error)}>
      {failure(error)}
    </Notice>
  )
}
