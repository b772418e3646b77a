import type { User } from './users.ts'

/** Whoever makes a call, as far as rules care. */
export type Actor = Pick<User, 'id' | 'role' | 'emailVerified'>

/** Apart from the schemas of users, so that a page can ask it without loading them. */
export const isAdmin = (actor: Actor) => actor.role === 'admin'
