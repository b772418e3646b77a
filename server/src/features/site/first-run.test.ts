import { sendTestAlert } from '@blood-bank/contract/alerts/preferences'
import { readFirstRun } from '@blood-bank/contract/site/overview'
import { expect, test } from 'vitest'
import { newDonor } from '../../testing/offers/offers.ts'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const configured = await startTestApp({
  SMTP_URL: 'smtp://localhost:1',
  CLUB_NAME: 'Programming Club',
  CLUB_FACEBOOK_URL: 'https://facebook.com/club',
  CONTACT_URL: 'mailto:blood@club.example.edu',
  HOTLINE_NUMBER: '01712-345678',
})

const read = async (at = bank) => (await (await at.signedInAs({ role: 'admin' })).call(readFirstRun)).body

test('a new blood bank has everything to do', async () => {
  expect(await read()).toEqual({
    email: 'mailbox-only',
    missingSettings: ['CLUB_NAME', 'CLUB_WEBSITE_URL', 'CONTACT_URL', 'HOTLINE_NUMBER'],
    donors: 0,
    hasAlert: false,
  })
})

test('a mail server and a verified address are enough for email, one link for the links', async () => {
  expect(await read(configured)).toMatchObject({ email: 'works', missingSettings: [] })
})

test('donors count, and so does the test alert of one of them', async () => {
  await storeDonor(bank.db)
  expect(await read()).toMatchObject({ donors: 1, hasAlert: false })
  const donor = await newDonor(bank)
  expect((await donor.call(sendTestAlert)).status).toBe(202)
  expect(await read()).toMatchObject({ donors: 2, hasAlert: true })
})
