import { Notice } from '../ui/feedback/notice.tsx'
import { explainFailure } from './explain-failure.ts'

type Props = {
  of: { error: Error | null; reset: () => void } | undefined
  /** What did not succeed, for a call that failed. The server's own message is shown for a refusal. */
  failed?: string
  /** The text for an error, where it differs from `explainFailure`. */
  explain?: (error: Error) => string
}

/** Says why a mutation did not succeed, if it did not. Dismiss resets the mutation. */
export function MutationNotice({
  of: mutation,
  failed,
  explain = error => explainFailure(error, failed),
}: Props) {
  if (!mutation?.error) return null
  return (
    <Notice kind="error" onDismiss={mutation.reset}>
      {explain(mutation.error)}
    </Notice>
  )
}
