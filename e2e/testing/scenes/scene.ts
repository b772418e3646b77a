import type { Page } from 'playwright-core'

/** Those of the demo whose passwords are known (server/src/operations/demo/logins.ts). */
export const PEOPLE = {
  visitor: null,
  newcomer: ['newcomer@example.edu', 'first-day-here'],
  donor: ['donor@example.edu', 'a-pint-for-you'],
  /** Has neither a donor profile nor posted anything. */
  admin: ['admin@example.edu', 'keys-to-the-bank'],
} as const
export type Person = keyof typeof PEOPLE

/** What becomes of a call: no answer ever, no connection, this refusal, or this body. */
export type Answer = 'stalls' | 'fails' | Refused | object

/** With a `method` only calls by it are refused, and others to the same address answered as usual. */
export type Refused = { status: number; error: { code: string; message: string }; method?: string }

/** A page in one of its states: who opens it, what the server does meanwhile, and what they do there. */
export type Scene = {
  name: string
  as: Person
  path: string
  /** By the address of the call, as a glob. */
  calls?: Record<string, Answer>
  act?: (page: Page) => Promise<unknown>
  /** What is read on the page when the state is reached. */
  shows: string | RegExp
  /** What the browser notes of it, as `watchForFaults` writes it. */
  faults?: RegExp[]
}
