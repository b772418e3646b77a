import type { Reply } from '@blood-bank/web/testing/replies'
import type { Page } from '@playwright/test'

/** Demo users with known passwords (server/src/operations/demo/logins.ts). */
export const PEOPLE = {
  visitor: null,
  newcomer: ['newcomer@example.edu', 'first-day-here'],
  donor: ['donor@example.edu', 'a-pint-for-you'],
  /** Has offered to donate, and agreed to an older text. */
  volunteer: ['volunteer@example.edu', 'on-my-way-today'],
  /** Of one hall. */
  coordinator: ['coordinator@example.edu', 'may-we-call-you'],
  /** Has no donor profile and no requests. */
  admin: ['admin@example.edu', 'keys-to-the-bank'],
} as const
export type Person = keyof typeof PEOPLE

/** A reply in place of the server's; with `query`, only to calls with this in their query. */
export type StubbedReply = Reply & { query?: string }

/** A page in one of its states: who opens it, which replies are stubbed, and what the person does. */
export type PageState = {
  name: string
  as: Person
  path: string
  /** Of two for the same call the later one counts. */
  replies?: StubbedReply[]
  action?: (page: Page) => Promise<unknown>
  /** A text on the page when the state is reached. */
  shows: string | RegExp
  /** For a page without scripts, which is as it will be once it has loaded. */
  hasNoScripts?: true
  /** Expected browser errors besides those of the stubbed replies, in the format of `watchForErrors`. */
  expectedErrors?: RegExp[]
}

/** States that one person sees. */
export const statesOf = (as: Person, states: Omit<PageState, 'as'>[]): PageState[] =>
  states.map(state => ({ as, ...state }))

/** A state of a page: its name, what it shows, the stubbed replies, and what the person does. */
export type Row = [string, PageState['shows'], PageState['replies']?, PageState['action']?]

/** The states of the page at a path. */
export const at = (path: string, ...rows: Row[]): Omit<PageState, 'as'>[] =>
  rows.map(([name, shows, replies, action]) => ({ name, path, shows, replies, action }))
