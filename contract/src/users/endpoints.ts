import * as z from 'zod/mini'
import { Day, Id } from '../forms.ts'

export const Role = z.enum(['user', 'admin'], 'Please select a role.')
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

/** A member who sees and calls the donors whom the club keeps: those of a hall, or of all halls if it is null. */
export const Coordination = z.object({
  hallId: z.nullable(Id),
  /** The last day, in the site's time zone. */
  until: Day,
})
export type Coordination = z.infer<typeof Coordination>
