import { Refusal } from './refusal.ts'

/** Whether the server understood the call and said no (4xx); any other error is a call that failed. */
export const isRefused = (error: Error): error is Refusal =>
  error instanceof Refusal && error.status >= 400 && error.status < 500

/** What a person reads: the server's own words for a no, `sentence` for a call that failed. */
export const explainFailure = (error: Error, sentence: string) =>
  isRefused(error) ? error.message : sentence
