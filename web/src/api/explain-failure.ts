import { Refusal, toRefusal } from './refusal.ts'

/** Whether the server refused the call (4xx); every other error is a call that failed. */
export const isRefused = (error: Error): error is Refusal =>
  error instanceof Refusal && error.status >= 400 && error.status < 500

/** The text to show for an error: the server's own message for a refusal, `sentence` with details for a call that failed. */
export const explainFailure = (error: Error, sentence = toRefusal(error).message) =>
  isRefused(error) ? error.message : withDetails(error, sentence)

/**
 * The specification's sentence (spec §8), followed by what the server adds: the id of the call in its log and, in
 * development, a hint how to fix the cause.
 */
export function withDetails(error: Error, sentence: string): string {
  if (!(error instanceof Refusal)) return sentence
  const { requestId, hint } = error
  return [sentence, requestId && `Reference: ${requestId}.`, hint && `Hint: ${hint}`]
    .filter(Boolean)
    .join(' ')
}
