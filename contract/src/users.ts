import * as z from 'zod/mini'
import { Id } from './forms.ts'

export const Role = z.enum(['user', 'admin'])
export type Role = z.infer<typeof Role>

/** A member with an account (spec §3). */
export const User = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  emailVerified: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

/** Whoever makes a call, as far as rules care. */
export type Actor = Pick<User, 'id' | 'role' | 'emailVerified'>

export const isAdmin = (actor: Actor) => actor.role === 'admin'
