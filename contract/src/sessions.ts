import * as z from 'zod/mini'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { withRequired } from './forms.ts'
import { User } from './users.ts'

export const SignInForm = withRequired(
  z.strictObject({
    email: Email,
    password: z
      .string('Password is required.')
      .check(
        z.minLength(1, 'Password is required.'),
        z.maxLength(1024, 'Password must be at most 1024 characters long.'),
      ),
  }),
  { required: ['email', 'password'], missing: 'Please enter your email address and your password.' },
)

/** Who is signed in; null for nobody. */
export const Session = z.object({ user: z.nullable(User) })
export type Session = z.infer<typeof Session>

export const readSession = endpoint({
  method: 'GET',
  path: '/api/session',
  access: 'everyone',
  summary: 'Who is signed in, as the database has it now.',
  reply: { status: 200, body: Session },
})

export const signIn = endpoint({
  method: 'POST',
  path: '/api/session',
  access: 'everyone',
  summary: 'Sign in; a session that the browser had before ends.',
  body: SignInForm,
  reply: { status: 201, body: Session },
  refusals: ['wrong-credentials', 'too-many-attempts'],
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/session',
  access: 'everyone',
  summary: 'Sign out; without a session nothing happens.',
  reply: { status: 204 },
})
