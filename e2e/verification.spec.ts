import { inject, test } from 'vitest'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { newAddress, PASSWORD, register, signIn } from './testing/steps.ts'
import { aVisitor, PHONE, type Visitor } from './testing/visitor.ts'

const OWN_PASSWORD = 'another horse entirely'
const NEEDED = 'To verify your email address in this browser, enter the password of your account.'

test('a verification link asks for the password on another device, but not in the browser that registered', async () => {
  const email = newAddress('elsewhere')
  const laptop = await aVisitor()
  await register(laptop, email)
  const link = linkIn(await mailTo(email, /Verify your email/))
  const phone = await aVisitor(PHONE)
  await phone.open(link)
  phone.expects('403 POST /api/accounts/email-verifications')
  await phone.press('Verify Email')
  await phone.sees(NEEDED)
  await phone.expectAccessible()
  await phone.field('Password').fill('not this one')
  await phone.press('Verify Email')
  await phone.sees('This is not your current password.')

  await verifyFromMailbox(laptop, email)
  await phone.field('Password').fill(PASSWORD)
  phone.expects('400 POST /api/accounts/email-verifications')
  await phone.press('Verify Email')
  await phone.sees('This link is no longer valid')
})

/** Presses the button in the mail, as it is shown as HTML. */
async function verifyFromMailbox(visitor: Visitor, email: string) {
  await visitor.open(inject('product').mailboxUrl.replace(/\.json$/, ''))
  await visitor.expectAccessible()
  const mail = visitor.page.getByRole('article').filter({ hasText: email })
  const html = mail.locator('iframe').contentFrame()
  await html.getByText('You receive this email because').waitFor()
  await html.getByRole('link', { name: 'Verify Email' }).click()
  await visitor.heading('Verify your email')
  await visitor.press('Verify Email')
  await visitor.sees('Your email address is verified.')
}

test('a person whose address a stranger registered takes over the account with the verification email', async () => {
  const email = newAddress('stranger')
  const attacker = await aVisitor()
  await register(attacker, email)
  await signIn(attacker, email)
  await attacker.sees("Your email address isn't verified yet.")

  const owner = await aVisitor(PHONE)
  await owner.open(linkIn(await mailTo(email, /Verify your email/)))
  owner.expects('403 POST /api/accounts/email-verifications')
  await owner.press('Verify Email')
  await owner.press('Choose your own password')
  await owner.field('New Password').fill(OWN_PASSWORD)
  await owner.expectAccessible()
  await owner.press('Set New Password')
  await owner.sees('Your new password is set.')
  await signIn(owner, email, OWN_PASSWORD)
  await owner.sees('My Donor Profile')

  await attacker.comesTo('/login')
})
