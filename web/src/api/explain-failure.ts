import { Refusal } from './refusal.ts'

/** Whether the server understood the call and said no (4xx); any other error is a call that failed. */
export const isRefused = (error: Error): error is Refusal =>
  error instanceof Refusal && error.status >= 400 && error.status < 500

/** What a person reads: the server's own words for a no, `sentence` for a call that failed, with its hint. */
export const explainFailure = (error: Error, sentence = error.message) =>
  isRefused(error) ? error.message : withHint(error, sentence)

/** The sentence to the letter (spec §8); in development the server's hint stands behind it, if it has one. */
export const withHint = (error: Error, sentence: string) =>
  error instanceof Refusal && error.hint ? `${sentence} Hint: ${error.hint}` : sentence
