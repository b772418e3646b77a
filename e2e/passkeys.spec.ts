import { embeddedDatabaseUrl } from '@blood-bank/server/testing/launch-product'
import { expect } from '@playwright/test'
import { type AVisitor, test as journey, LONG } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { runAdmin, sharedProduct, startServer } from './testing/product.ts'
import { becomeMember, newAddress, signOut, trySignIn, waitForEmptyDashboard } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

const NEW_PASSWORD = 'another horse entirely'

/** `strict` is a third server of the shared product, on which admins need a passkey. */
const test = journey.extend<{ strict: { url: string } }>({
  async strict({ product: { dataDir } }, use) {
    const strict = await startServer(dataDir, {
      DATABASE_URL: embeddedDatabaseUrl(dataDir),
      ADMINS_NEED_PASSKEY: 'true',
    })
    await use(strict)
    await strict.stop()
  },
})

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
const banner = ({ page }: Visitor) => page.getByRole('region', { name: 'Passkey needed' })
const adminPanel = ({ page }: Visitor) =>
  page.getByRole('link', { name: 'Admin Panel', exact: true, includeHidden: true })

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

test('an admin who needs a passkey must use it', LONG, async ({ strict, aVisitor }) => {
  const { person, email } = await aMemberWithPasskey(aVisitor)
  await runAdmin(sharedProduct.dataDir, 'grant', email)
  // In the session in which the passkey was added, it counts as used.
  await signOut(person)
  await person.page.goto(`${strict.url}/login`)
  await trySignIn(person, email)
  await banner(person).getByText('Use yours to open the admin area.').waitFor({ state: 'attached' })
  await person.page.goto(`${strict.url}/admin/users`)
  await person.page.waitForURL('**/account#passkeys')
  await person.press('Use your passkey')
  await adminPanel(person).waitFor({ state: 'attached' })
  await person.page.goto(`${strict.url}/admin/users`)
  await person.heading('Manage Users')

  await person.page.goto(`${strict.url}/account#passkeys`)
  await person.press('Remove Chrome on Linux')
  await person.press('Remove passkey')
  await banner(person).getByText('Add one on your Account page').waitFor({ state: 'attached' })
  await adminPanel(person).waitFor({ state: 'detached' })
  await person.press('Add a passkey')
  await adminPanel(person).waitFor({ state: 'attached' })
})
