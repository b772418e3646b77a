import { test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { createAccount, newAddress, signIn, trySignIn } from './testing/steps.ts'

const NEW_PASSWORD = 'another horse entirely'

test('a member who forgot the password sets a new one and signs in with it', async ({ aVisitor }) => {
  const email = newAddress('forgetful')
  const person = await aVisitor()
  await createAccount(person, email)
  await person.context.clearCookies()

  await person.open('/login')
  await person.follow('Forgot your password?')
  await person.heading('Reset Password')
  await person.press('Send Password Reset Link')
  await person.sees('Please enter your email address.')
  await person.field('Email').fill(email)
  await person.press('Send Password Reset Link')
  await person.sees(`If an account exists for ${email}, a password reset link has been sent.`)

  await person.open(linkIn(await mailTo(email, /Reset your password/)))
  await person.field('New Password').fill(NEW_PASSWORD)
  await person.press('Set New Password')
  await person.sees('Your new password is set.')
  await mailTo(email, /Your password was changed/)

  await person.open('/login')
  person.expects('401 POST /api/session')
  await trySignIn(person, email)
  await person.sees('Invalid email or password. Please try again.')
  await signIn(person, email, NEW_PASSWORD)
})
