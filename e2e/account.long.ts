import { json } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { mailTo } from './testing/mailbox.ts'
import { becomeDonor, openAccountRow, PASSWORD, signInByCall, trySignIn } from './testing/steps.ts'
import { DESKTOP, PHONE, type Visitor } from './testing/visitor.ts'

const NEW_PASSWORD = 'another horse entirely'

async function openAccount(visitor: Visitor) {
  await visitor.open('/dashboard')
  const link = visitor.page.getByRole('contentinfo').getByRole('link', { name: 'Account', exact: true })
  await link.focus()
  await visitor.page.keyboard.press('Enter')
  await visitor.heading('Account')
}

async function download(visitor: Visitor) {
  const [file] = await Promise.all([visitor.page.waitForEvent('download'), visitor.press('Download my data')])
  expect(file.suggestedFilename()).toBe('my-blood-bank-data.json')
  return json(await file.createReadStream())
}

test('a member downloads their data, changes the password, ends other sessions, and erases the account', async ({
  aVisitor,
}) => {
  const member = await aVisitor(PHONE)
  const email = await becomeDonor(member, { fullName: 'Nusrat Jahan Leaving' })
  const library = await aVisitor()
  await signInByCall(library, email)
  await library.open('/offline-access')

  await openAccount(member)
  await member.sees('Here and in 1 other place')
  await openAccountRow(member, "Where I'm signed in")
  await openAccountRow(member, 'My data')
  await member.sees("You're also signed in on 1 other device or browser:")
  await member.page.setViewportSize(DESKTOP)
  expect(await download(member)).toMatchObject({
    account: { email, emailVerified: true },
    consents: [{ text: expect.stringContaining('We store your email address') }],
    donorProfile: { fullName: 'Nusrat Jahan Leaving', contactNumber: '01712-345678' },
    bloodRequests: [],
    sessions: [{}, {}],
  })

  await openAccountRow(member, 'Password and passkeys')
  await member.field('Current Password').fill('not this one')
  await member.field('New Password').fill(NEW_PASSWORD)
  member.expects('403 PUT /api/accounts/mine/password')
  await member.press('Change password')
  await member.sees('This is not your current password.')
  await member.field('Current Password').fill(PASSWORD)
  await member.press('Change password')
  await member.sees('Your password was changed.')
  await member.sees("You aren't signed in anywhere else.")
  await mailTo(email, /Your password was changed/)
  await library.comesTo('/login')

  await signInByCall(library, email, NEW_PASSWORD)
  await library.open('/offline-access')
  await openAccount(member)
  await openAccountRow(member, "Where I'm signed in")
  await member.press('End other sessions')
  await member.sees('Your other sessions have ended.')
  await library.page.reload()
  await library.page.waitForURL('**/login')

  await member.page.setViewportSize(PHONE)
  await openAccountRow(member, 'My data')
  await member.field('Password').fill('not this one')
  await member.press('Erase my account')
  await member.page.getByRole('alertdialog').waitFor()
  member.expects('403 POST /api/accounts/mine/erasure')
  await member.press('Erase account')
  await member.sees('This is not your current password.')
  await member.field('Password').fill(NEW_PASSWORD)
  await member.press('Erase my account')
  await member.press('Erase account')
  await member.sees('Your account and everything in it have been erased.')
  expect(new URL(member.page.url()).pathname).toBe('/')
  expect(await member.context.cookies()).toEqual([])

  await member.open('/login')
  member.expects('401 POST /api/session')
  await trySignIn(member, email, NEW_PASSWORD)
  await member.sees('Invalid email or password. Please try again.')
})
