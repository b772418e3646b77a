import type { User } from './endpoints.ts'

/** Whoever makes a call: the fields that permission rules use. */
export type Actor = Pick<User, 'id' | 'role' | 'emailVerified'>

/** Not in users.ts, so that a page can use it without loading the schemas. */
export const isAdmin = (actor: Pick<Actor, 'role'>) => actor.role === 'admin'

/** Messages for people who open these pages signed out (spec §8). */
export const SIGN_IN_MESSAGES = {
  roleChanged: 'Your role changed. Sign in again.',
  dashboard: 'Please log in to view your dashboard.',
  postRequest: 'Please log in to post a blood request.',
} as const
