import type { User } from './users.ts'

/** Whoever makes a call, as far as rules care. */
export type Actor = Pick<User, 'id' | 'role' | 'emailVerified'>

/** Apart from the schemas of users, so that a page can ask it without loading them. */
export const isAdmin = (actor: Actor) => actor.role === 'admin'

/** What is said to somebody who comes to these pages signed out (spec §8). */
export const SIGN_IN_FIRST = {
  dashboard: 'Please log in to view your dashboard.',
  postRequest: 'Please log in to post a blood request.',
} as const
