import { expect } from '@playwright/test'
import { type AVisitor, LONG, test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { becomeMember, newAddress, signOut, waitForEmptyDashboard } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

const NEW_PASSWORD = 'another horse entirely'

/** Gives the tab a device that creates passkeys and confirms each use by itself, as after a fingerprint. */
async function addVirtualAuthenticator({ page, context }: Visitor): Promise<void> {
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** A member who has added a passkey, with the account page open. */
async function aMemberWithPasskey(aVisitor: AVisitor) {
  const email = newAddress('keyholder')
  const person = await aVisitor(PHONE)
  await becomeMember(person, email)
  await addVirtualAuthenticator(person)
  await person.open('/account#passkeys')
  await person.press('Add a passkey')
  await person.sees('Passkey “Chrome on Linux” added. We emailed you about it.')
  return { person, email }
}

async function signInByPasskey(person: Visitor) {
  await person.press('Sign in with a passkey')
  await waitForEmptyDashboard(person)
}

const passkeys = ({ page }: Visitor) => page.getByRole('region', { name: 'Passkeys', exact: true })
test('a member signs in with a passkey, and keeps it after a reset', LONG, async ({ aVisitor }) => {
  const { person, email } = await aMemberWithPasskey(aVisitor)
  await person.press('Rename Chrome on Linux')
  await person.field('Name').fill('My phone')
  await person.press('Save name')
  await passkeys(person).getByText('My phone').waitFor()
  await mailTo(email, /A passkey was added/)

  await signOut(person)
  await signInByPasskey(person)

  await person.post('/api/accounts/password-reset-mails', { email })
  const link = linkIn(await mailTo(email, /Reset your password/))
  const reset = { token: link.split('token=')[1], newPassword: NEW_PASSWORD }
  await person.post('/api/accounts/password-resets', reset)
  expect((await mailTo(email, /Your password was changed/)).text).toContain('“My phone”')
  await person.open('/login')
  await signInByPasskey(person)

  await person.open('/account#passkeys')
  await person.press('Remove My phone')
  await person.press('Remove passkey')
  await mailTo(email, /A passkey was removed/)
})
