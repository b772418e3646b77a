import { linkIn, mailTo } from './mailbox.ts'
import type { Visitor } from './visitor.ts'

export const PASSWORD = 'correct horse battery'

let people = 0

/** An address that no other journey uses. */
export const newAddress = (name: string) => `${name}.${process.pid}.${++people}@example.edu`

export async function register(visitor: Visitor, email: string): Promise<void> {
  await visitor.open('/register')
  await visitor.field('Email').fill(email)
  await visitor.field('Password').fill(PASSWORD)
  await visitor.press('Create Account')
  await visitor.sees('Registration successful!')
}

export async function verifyEmail(visitor: Visitor, email: string): Promise<void> {
  await visitor.open(linkIn(await mailTo(email, /Verify your email/)))
  await visitor.press('Verify Email')
  await visitor.sees('Your email address is verified.')
}

export async function signIn(visitor: Visitor, email: string, password = PASSWORD): Promise<void> {
  await visitor.open('/login')
  await visitor.field('Email').fill(email)
  await visitor.field('Password').fill(password)
  await visitor.press('Sign In')
  await visitor.page
    .getByRole('button', { name: /^Logout/, includeHidden: true })
    .waitFor({ state: 'attached' })
}

/** The whole way from a stranger to a signed-in member with a verified email. */
export async function becomeMember(visitor: Visitor, email: string): Promise<void> {
  await register(visitor, email)
  await verifyEmail(visitor, email)
  await signIn(visitor, email)
}
