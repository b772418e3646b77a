import type { Role } from '@blood-bank/contract/users/endpoints'

export type Login = { who: string; email: string; password: string; role: Role; emailVerified: boolean }

/** The accounts whose passwords are printed: one for each role, and one who is a coordinator. */
export const LOGINS = {
  admin: {
    who: 'an admin',
    email: 'admin@example.edu',
    password: 'keys-to-the-bank',
    role: 'admin',
    emailVerified: true,
  },
  donor: {
    who: 'a donor who has also posted blood requests, and been offered help',
    email: 'donor@example.edu',
    password: 'a-pint-for-you',
    role: 'user',
    emailVerified: true,
  },
  volunteer: {
    who: 'a donor who has offered to donate, and agreed to an older text',
    email: 'volunteer@example.edu',
    password: 'on-my-way-today',
    role: 'user',
    emailVerified: true,
  },
  coordinator: {
    who: 'a donor who is the coordinator of Banyan Hall',
    email: 'coordinator@example.edu',
    password: 'may-we-call-you',
    role: 'user',
    emailVerified: true,
  },
  newcomer: {
    who: 'a new member with an unverified email',
    email: 'newcomer@example.edu',
    password: 'first-day-here',
    role: 'user',
    emailVerified: false,
  },
} satisfies Record<string, Login>

export const LOGIN_EMAILS: ReadonlySet<string> = new Set(Object.values(LOGINS).map(({ email }) => email))
