import { Refusal } from './refusal.ts'

/** Whether the server understood the call and said no (4xx); any other error is a call that failed. */
export const isRefused = (error: Error): error is Refusal =>
  error instanceof Refusal && error.status >= 400 && error.status < 500

/** What a person reads: the server's own words for a no, `sentence` for a call that failed, with what there is to add. */
export const explainFailure = (error: Error, sentence = error.message) =>
  isRefused(error) ? error.message : withHint(error, sentence)

/**
 * The sentence to the letter (spec §8). Behind it stands what the server has to add: under which id its log has what
 * went wrong, and, in development, what mends it.
 */
export function withHint(error: Error, sentence: string): string {
  if (!(error instanceof Refusal)) return sentence
  const { requestId, hint } = error
  return [sentence, requestId && `Reference: ${requestId}.`, hint && `Hint: ${hint}`]
    .filter(Boolean)
    .join(' ')
}
