import { sendTestAlert } from '@blood-bank/contract/alerts/preferences'
import { readSite } from '@blood-bank/contract/site/endpoints'
import { readFirstRun } from '@blood-bank/contract/site/overview'
import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { newDonor } from '../../testing/offers/offers.ts'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const abroad = await startTestApp(PUBLIC_SITE)
const named = await startTestApp({
  BRAND_NAME: 'রক্ত <Bank>',
  CLUB_NAME: 'Code & Blood',
  CLUB_WEBSITE_URL: 'https://club.example.edu',
  CLUB_FACEBOOK_URL: 'https://facebook.com/club',
  CLUB_LINKEDIN_URL: 'https://linkedin.com/company/club',
  CONTACT_URL: 'mailto:help@blood.example?subject=Help&body=',
  DONOR_AGES: '17-65',
  DONOR_MIN_WEIGHT_KG: '45',
  DONOR_RULES_URL: 'https://centre.example.edu/rules?for=donors&lang=en',
  MIN_PASSWORD_LENGTH: '12',
  SESSION_IDLE_DAYS: '1',
  UNVERIFIED_ACCOUNT_DAYS: '0',
  AUTH_SECRET: 'never to be seen by anybody who asks',
})

test('everyone reads the name and the settings of the installation', async () => {
  const reply = await bank.stranger().call(readSite)
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      brandName: 'University Blood Bank',
      clubName: 'University Computer Club',
      clubLinks: {
        website: 'https://club.example/',
        facebook: 'https://facebook.example/club',
        linkedIn: 'https://linkedin.example/company/club',
      },
      contactUrl: null,
      hotlineNumber: null,
      donorRules: {
        sentence:
          'Come only if you are 18 to 60, weigh at least 50 kg and feel well today. The hospital asks about illness, medicines, pregnancy and travel, and decides.',
        url: null,
      },
      sendsTexts: false,
      shortestPassword: 6,
      timeZone: 'Asia/Dhaka',
      retention: {
        sessions: '30 days, and 14 days without use',
        unverifiedAccounts: 'If you never verify your email address, we erase the account after 30 days.',
        textsStored: '',
        textsStoredFor: '',
        textsAudited: '',
        textsDelivery: '',
        textsHelp: '',
      },
      tokenSync: null,
    },
  ])
})

test('public pages leave out a link that is not configured', async () => {
  const { clubLinks } = (await abroad.stranger().call(readSite)).body
  expect(clubLinks).toEqual({ website: null, facebook: null, linkedIn: null })
})

test('an operator names the bank and the club, and links to it', async () => {
  const { body, text } = await named.stranger().call(readSite)
  expect(body).toMatchObject({
    brandName: 'রক্ত <Bank>',
    clubName: 'Code & Blood',
    clubLinks: {
      website: 'https://club.example.edu',
      facebook: 'https://facebook.com/club',
      linkedIn: 'https://linkedin.com/company/club',
    },
    contactUrl: 'mailto:help@blood.example?subject=Help&body=',
    donorRules: {
      sentence: expect.stringContaining('if you are 17 to 65, weigh at least 45 kg and'),
      url: 'https://centre.example.edu/rules?for=donors&lang=en',
    },
    shortestPassword: 12,
    retention: {
      sessions: '30 days, and 1 day without use',
      unverifiedAccounts: 'An account stays even if its email address is never verified.',
    },
  })
  expect(text).not.toContain('never to be seen')
})

test('the sign-up poster names the club, and leads to the page where one registers', async () => {
  const { status, headers, text } = await named.stranger().send('GET', '/poster')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.not.stringContaining('script-src'),
  })
  expect(text).toContain('রক্ত &lt;Bank&gt;, Code &amp; Blood')
  expect(text).toMatch(/<p class="sign-up-address">https?:[^<]*\/register<\/p>/)
  expect(text).toContain('<svg class="qr"')
  expect(text).not.toContain('<script')
})

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
