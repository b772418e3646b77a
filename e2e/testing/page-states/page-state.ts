import type { Page } from '@playwright/test'

/** Demo users with known passwords (server/src/operations/demo/logins.ts). */
export const PEOPLE = {
  visitor: null,
  newcomer: ['newcomer@example.edu', 'first-day-here'],
  donor: ['donor@example.edu', 'a-pint-for-you'],
  /** Has offered to donate, and agreed to an older text. */
  volunteer: ['volunteer@example.edu', 'on-my-way-today'],
  /** Has no donor profile and no requests. */
  admin: ['admin@example.edu', 'keys-to-the-bank'],
} as const
export type Person = keyof typeof PEOPLE

/** The stubbed result of a request: no reply, a connection failure, a refusal, or a body. */
export type StubbedReply = 'stalls' | 'fails' | Refused | object

/** With a `method`, only requests with it are refused. */
export type Refused = { status: number; error: { code: string; message: string }; method?: string }

/** A page in one of its states: who opens it, which replies are stubbed, and what the person does. */
export type PageState = {
  name: string
  as: Person
  path: string
  /** Stubbed replies by URL glob. */
  calls?: Record<string, StubbedReply>
  action?: (page: Page) => Promise<unknown>
  /** A text on the page when the state is reached. */
  shows: string | RegExp
  /** For a page without scripts, which is as it will be once it has loaded. */
  hasNoScripts?: true
  /** Expected browser errors, in the format of `watchForErrors`. */
  expectedErrors?: RegExp[]
}
