import type { User } from '@blood-bank/contract/users'
import type { UserRow } from './store.ts'

export const userForAdmins = (user: UserRow): User => ({
  id: user.id,
  email: user.email,
  role: user.role,
  emailVerified: user.emailVerified,
  createdAt: user.createdAt.toISOString(),
})
