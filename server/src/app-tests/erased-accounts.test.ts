import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { activateDonor } from '@blood-bank/contract/donors/administration'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { DAY_MS } from '@blood-bank/contract/durations'
import { correctAddress, eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import {
  registerAccount,
  resetPassword,
  sendPasswordResetMail,
  verifyEmail,
} from '@blood-bank/contract/passwords/accounts'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { liftSuspension, listUsers, suspendUser } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { countDonorsAskedFor } from '../features/alerts/queries.ts'
import { removeOldErasedAccounts } from '../identity/own-account/erased-accounts.ts'
import { createKeyedHash } from '../platform/secrets/hashes.ts'
import { storeNumbers } from '../testing/harvest.ts'
import { aBloodRequest, aDonor, type Person } from '../testing/person.ts'
import { caseAbout, clear, newReporters, report } from '../testing/reports/reports.ts'
import { storeAlert, storeBloodRequest, storeUser } from '../testing/stored.ts'
import { AUTH_SECRET, PASSWORD, startTestApp, tokenIn } from '../testing/test-app.ts'

const bank = await startTestApp({
  REPORTER_ACCOUNT_DAYS: '0',
  ACTIVE_REQUESTS: '0',
  MAILS_PER_QUARTER_HOUR: '0',
})
const admin = await bank.signedInAs({ role: 'admin' })

const erase = (person: Person) => person.call(eraseOwnAccount, { body: { password: PASSWORD } })
const post = (person: Person) =>
  person.call(postBloodRequest, { body: { ...aBloodRequest(), isAnotherRequest: true } })
const enter = async (email: string, site = bank) => {
  const person = site.stranger()
  const reply = await person.call(signIn, { body: { email, password: PASSWORD } })
  return { person, reply }
}

const verificationTo = async (email: string, site = bank) =>
  (await site.mailsTo(email.toLowerCase())).filter(({ subject }) => subject.startsWith('Verify')).at(-1)

/** Registers an address in another browser. */
async function register(email: string, site = bank) {
  const browser = site.stranger()
  const reply = await browser.call(registerAccount, { body: { email, password: PASSWORD } })
  expect(reply.status).toBe(202)
  return { browser, reply }
}

/** Registers an address again, verifies it and signs in. */
async function comeBack(email: string, site = bank) {
  const { browser } = await register(email, site)
  const token = tokenIn(await verificationTo(email, site))
  const verified = await browser.call(verifyEmail, { body: { token } })
  // A suspended person is told so, as when they sign in.
  expect([undefined, 'account-suspended']).toContain(verified.error?.code)
  return enter(email, site)
}

async function suspended(email: string) {
  const person = await bank.signedInAs({ email })
  const form = { reason: 'collecting-contacts', note: 'In June' } as const
  expect((await admin.call(suspendUser, { params: { id: person.id }, body: form })).status).toBe(200)
  const { person: restricted } = await enter(email)
  expect((await erase(restricted)).status).toBe(200)
  return person
}

test('whoever erases a suspended account is suspended again as soon as the address is verified, until an admin lifts it', async () => {
  const email = 'collector@example.edu'
  await suspended(email)
  const { person, reply } = await comeBack(email.toUpperCase())
  expect(reply.error?.code).toBe('account-suspended')
  expect((await post(person)).error?.code).toBe('account-suspended')
  const [user] = (await admin.call(listUsers, { query: { search: email } })).body.records
  expect(user?.suspension).toMatchObject({ reason: 'collecting-contacts', note: null })

  await erase(person)
  const { person: again, reply: third } = await comeBack(email)
  expect(third.error?.code).toBe('account-suspended')
  await erase(again)
  const { reply: fourth } = await comeBack(email)
  expect(fourth.error?.code).toBe('account-suspended')
  const [last] = (await admin.call(listUsers, { query: { search: email } })).body.records
  await admin.call(liftSuspension, { params: { id: last?.id ?? '' } })
  const { person: forgiven } = await enter(email)
  expect((await post(forgiven)).status).toBe(201)
  await erase(forgiven)
  expect((await comeBack(email)).reply.error).toBeUndefined()
})

test('what an account leaves holds for other addresses of its mailbox, and for those that the last version hashed', async () => {
  await suspended('zubair+1@example.edu')
  expect((await comeBack('zubair+2@example.edu')).reply.error?.code).toBe('account-suspended')
  // An account that was never verified leaves nothing to others of the mailbox.
  const stranger = await bank.signedInAs({ email: 'zeba+1@example.edu', emailVerified: false })
  await admin.call(suspendUser, { params: { id: stranger.id }, body: { reason: 'other', note: '' } })
  await erase((await enter('zeba+1@example.edu')).person)
  expect((await comeBack('zeba@example.edu')).reply.error).toBeUndefined()
  expect((await comeBack('zeba+1@example.edu')).reply.error?.code).toBe('account-suspended')

  const hash = createKeyedHash(AUTH_SECRET, 'erased accounts')
  await bank.db
    .insertInto('erasedAccounts')
    .values({
      emailHash: hash('older+1@example.edu'),
      suspendedAt: bank.now(),
      suspensionReason: 'other',
      waitingCases: [],
      erasedAt: bank.now(),
    })
    .execute()
  expect((await comeBack('older+1@example.edu')).reply.error?.code).toBe('account-suspended')
})

test('what an erased account leaves holds at once for another account of its mailbox', async () => {
  const [first, second] = [
    await bank.signedInAs({ email: 'mina+1@example.edu' }),
    await bank.signedInAs({ email: 'mina+2@example.edu' }),
  ]
  const { body: bloodRequest } = await post(first)
  for (let nth = 1; nth < 12; nth += 1) await post(first)
  for (const reporter of await newReporters(bank)) await report(reporter, bloodRequest)
  await erase(first)
  expect((await post(second)).error?.code).toBe('posting-stopped')
  const waiting = await bank.db
    .selectFrom('reportCases')
    .selectAll()
    .where('userId', '=', second.id)
    .execute()
  expect(waiting).toHaveLength(1)
  await clear(admin, { id: waiting[0]?.id ?? '', reports: 3 })
  for (let nth = 0; nth < 8; nth += 1) expect((await post(second)).status).toBe(201)
  expect((await post(second)).error?.code).toBe('too-many-posts')
  await erase(second)
  const { person: third } = await comeBack('mina@example.edu')
  expect((await post(third)).error?.code).toBe('too-many-posts')
})

test('until the address is verified nothing tells that it had an account, and erasing or correcting leaves the suspension', async () => {
  const email = 'suspended@example.edu'
  await suspended(email)
  const { reply: known } = await register(email)
  const { reply: unknown } = await register('unknown@example.edu')
  expect(known.text.replace(email, '')).toBe(unknown.text.replace('unknown@example.edu', ''))
  const { person: stranger, reply } = await enter(email)
  expect(reply.error).toBeUndefined()
  expect((await erase(stranger)).status).toBe(200)
  await register(email)
  const { person: other } = await enter(email)
  const correction = { email: 'elsewhere@example.edu', password: PASSWORD }
  expect((await other.call(correctAddress, { body: correction })).status).toBe(202)
  await register('mistyped@example.edu')
  const { person: corrected } = await enter('mistyped@example.edu')
  await corrected.call(correctAddress, { body: { email, password: PASSWORD } })
  const token = tokenIn(await verificationTo(email))
  expect(await corrected.call(verifyEmail, { body: { token, password: PASSWORD } })).toRefuse(
    'account-suspended',
  )
  expect((await enter(email)).reply.error?.code).toBe('account-suspended')
})

test('a reset of the password, which verifies the address, suspends again, too', async () => {
  const email = 'resetting@example.edu'
  await suspended(email)
  await register(email)
  await bank.stranger().call(sendPasswordResetMail, { body: { email } })
  const token = tokenIn((await bank.mailsTo(email)).at(-1))
  const body = { token, newPassword: PASSWORD }
  expect((await bank.stranger().call(resetPassword, { body })).status).toBe(200)
  expect((await enter(email)).reply.error?.code).toBe('account-suspended')
})

test('a donor whom an admin deactivated registers again as an inactive one, until an admin activates the profile', async () => {
  const email = 'deactivated@example.edu'
  const activate = (id: string, isActive: boolean) =>
    admin.call(activateDonor, { params: { id }, body: { isProfileActive: isActive } })
  const registerAgain = async () => {
    const { person } = await comeBack(email)
    const { body: donor } = await person.call(registerDonor, { body: aDonor() })
    return { person, donor }
  }
  const first = await bank.signedInAs({ email })
  const { body: original } = await first.call(registerDonor, { body: aDonor() })
  expect((await activate(original.id, false)).status).toBe(200)
  await erase(first)
  const { person: undecided } = await comeBack(email)
  await erase(undecided)
  const second = await registerAgain()
  expect(second.donor).toMatchObject({ isProfileActive: false, activationChangedAt: expect.any(String) })
  await erase(second.person)
  const third = await registerAgain()
  expect(third.donor.isProfileActive).toBe(false)
  expect((await activate(third.donor.id, true)).status).toBe(200)
  await erase(third.person)
  expect((await registerAgain()).donor.isProfileActive).toBe(true)
})

test('whom reports stop from posting is stopped again, until an admin decides', async () => {
  const email = 'stopped@example.edu'
  const person = await bank.signedInAs({ email })
  const { body: bloodRequest } = await post(person)
  const reporters = await newReporters(bank)
  for (const reporter of reporters) await report(reporter, bloodRequest)
  expect((await post(person)).error?.code).toBe('posting-stopped')
  await erase(person)
  const { person: returned } = await comeBack(email)
  expect((await post(returned)).error?.code).toBe('posting-stopped')
  const waiting = await bank.db.selectFrom('reportCases').selectAll().where('decision', 'is', null).execute()
  expect(waiting).toMatchObject([{ userId: expect.any(String) }])
  await clear(admin, { id: waiting[0]?.id ?? '', reports: 3 })
  expect((await post(returned)).status).toBe(201)
})

test('a stop on which admins have decided since is over', async () => {
  const email = 'cleared@example.edu'
  const person = await bank.signedInAs({ email })
  const { body: bloodRequest } = await post(person)
  for (const reporter of await newReporters(bank)) await report(reporter, bloodRequest)
  const { id } = await caseAbout(admin, bloodRequest)
  await erase(person)
  await clear(admin, { id, reports: 3 })
  const { person: returned } = await comeBack(email)
  expect((await post(returned)).status).toBe(201)
})

test('reports of a day count', async () => {
  const email = 'reporter@example.edu'
  const person = await bank.signedInAs({ email })
  const reported = await Promise.all(
    Array.from({ length: 8 }, async () =>
      storeBloodRequest(bank.db, { userId: (await storeUser(bank.db)).id }),
    ),
  )
  for (const bloodRequest of reported.slice(0, 4))
    expect((await report(person, bloodRequest)).status).toBe(201)
  await erase(person)
  const { person: returned } = await comeBack(email)
  expect((await report(returned, reported[4] as { id: string })).status).toBe(201)
  expect((await report(returned, reported[5] as { id: string })).error?.code).toBe('too-many-reports')
  await erase(returned)
  const { person: again } = await comeBack(email)
  expect((await report(again, reported[6] as { id: string })).error?.code).toBe('too-many-reports')
})

test('donors asked for a requester in a day count', async () => {
  const email = 'requester@example.edu'
  const person = await bank.signedInAs({ email })
  const { body: bloodRequest } = await post(person)
  for (let nth = 0; nth < 5; nth += 1)
    await storeAlert(bank.db, {
      bloodRequestId: bloodRequest.id,
      requesterId: person.id,
      userId: (await storeUser(bank.db)).id,
      alertedAt: bank.now(),
    })
  await erase(person)
  await comeBack(email)
  const { id } = await bank.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const count = (now: Date) => countDonorsAskedFor(bank.db, id, now)
  expect(await count(bank.now())).toBe(5)
  expect(await count(new Date(bank.now().getTime() + DAY_MS))).toBe(0)
})

test('phone numbers of a day count', async () => {
  const site = await startTestApp({ NUMBERS_PER_HOUR: '20' })
  await storeNumbers(site.db, { donors: 160, bloodRequests: 0 })
  const email = 'reader@example.edu'
  const person = await site.signedInAs({ email })
  const countShown = async (person: Person, bloodGroup: 'A+' | 'B+') => {
    const { body } = await person.call(searchDonors, { query: { bloodGroup } })
    return body.records.filter(({ contactNumber }) => contactNumber !== null).length
  }
  expect([await countShown(person, 'A+'), await countShown(person, 'B+')]).toEqual([20, 0])
  await erase(person)
  const { person: browser } = await comeBack(email, site)
  expect([await countShown(browser, 'B+'), await countShown(browser, 'A+')]).toEqual([0, 20])
})

test('counts are removed after a day, suspensions after their retention, and neither names an address', async () => {
  const email = 'forgotten@example.edu'
  await bank.db.deleteFrom('erasedAccounts').execute()
  await suspended(email)
  const person = await bank.signedInAs({ email: 'counted@example.edu' })
  await post(person)
  await erase(person)
  const rows = () => bank.db.selectFrom('erasedAccounts').selectAll().execute()
  expect(await rows()).toHaveLength(2)
  expect(JSON.stringify(await rows())).not.toMatch(/forgotten|counted/)
  const after = (days: number) =>
    removeOldErasedAccounts(bank.db, new Date(bank.now().getTime() + days * DAY_MS))
  await after(RETENTION.erasedCountHours / 24 + 0.1)
  expect(await rows()).toMatchObject([{ suspensionReason: 'collecting-contacts', counts: null }])
  await after(RETENTION.erasedSuspensionYears * 365 + 2)
  expect(await rows()).toEqual([])
})
