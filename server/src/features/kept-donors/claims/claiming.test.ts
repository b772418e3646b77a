import { readOwnDonor, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { DAY_MS } from '@blood-bank/contract/durations'
import {
  claimForAccount,
  claimWithNewAccount,
  eraseImportedDonor,
  readImportedDonor,
} from '@blood-bank/contract/kept-donors/claims'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { eraseOwnAccount, readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import {
  registerAccount,
  resetPassword,
  sendPasswordResetMail,
} from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { readOverview } from '@blood-bank/contract/site/overview'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '../../../platform/database/connection.ts'
import {
  aListedDonor,
  CORRECTED,
  claimAnew,
  claimsAt,
  tokenSentTo as tokenOfMail,
} from '../../../testing/listed-donors.ts'
import { everyRow } from '../../../testing/postgres/every-row.ts'
import { countLockWaits } from '../../../testing/postgres/test-database.ts'
import { AUTH_SECRET, PASSWORD, startTestApp, tokenIn } from '../../../testing/test-app.ts'
import { createOptOuts } from '../opt-outs.ts'
import { clearHallOfKept } from '../store.ts'
import { eraseUnclaimedDonors, importDonors } from './store.ts'

const bank = await startTestApp({ OWN_EXPORTS_PER_MINUTE: '0' })
const { db } = bank
const tokenSentTo = (email: string) => tokenOfMail(bank, email)
const { imported, read, rowsOf, accountsOf, isImported } = claimsAt(bank)

test('the link shows what the list says, and opening it changes nothing', async () => {
  const { donor, token } = await imported()
  for (let time = 0; time < 2; time += 1)
    expect((await read(token)).body).toMatchObject({
      ...donor,
      contactNumber: '01555-123456',
      password: 'new',
    })
  expect(await rowsOf(donor.email)).toHaveLength(1)
})

test('a claim creates a verified account with the corrected profile, signs in, and uses up the link', async () => {
  const { email, token } = await imported()
  const person = bank.stranger()
  const claimed = await claimAnew(person, token)
  expect(claimed.status).toBe(201)
  expect(claimed.body.user).toMatchObject({ email, emailVerified: true, role: 'user' })
  expect((await person.call(readSession)).body.user).toEqual(claimed.body.user)
  const { donor } = (await person.call(readOwnDonor)).body
  expect(donor).toMatchObject({ email, fullName: 'Nadia Rahman', isVerified: false, isProfileActive: true })
  expect((await person.call(readOwnAccount)).body.consent?.version).toBe(CONSENT.version)
  expect(await rowsOf(email)).toEqual([])
  expect(await isImported(email)).toBe(true)
  const again = bank.stranger()
  expect(await read(token)).toRefuse('claim-link-not-valid')
  expect(await claimAnew(again, token)).toRefuse('claim-link-not-valid')
  expect((await again.call(signIn, { body: { email, password: 'a new password' } })).status).toBe(201)
})

test('before the claim nobody finds the person, counts them or exports them, and afterwards searches do', async () => {
  const member = await bank.signedInAs()
  const admin = await bank.signedInAs({ role: 'admin' })
  const found = async () => (await member.call(searchDonors, { query: { bloodGroup: 'AB-' } })).body.total
  const counts = async () => {
    bank.advance(2_000)
    const { donors, users, donorsToClaim } = (await admin.call(readOverview)).body
    return { donors, users, donorsToClaim }
  }
  const before = await counts()
  const { token } = await imported({ bloodGroup: 'AB-' })
  expect(await found()).toBe(0)
  expect(await counts()).toEqual({ ...before, donorsToClaim: before.donorsToClaim + 1 })
  const body = { ...CORRECTED, bloodGroup: 'AB-' as const, token, password: PASSWORD }
  await bank.stranger().call(claimWithNewAccount, { body })
  expect(await found()).toBe(1)
  expect(await counts()).toEqual({ ...before, donors: before.donors + 1, users: before.users + 1 })
})

test('of ten claims at once one creates the account, and the others are refused', async () => {
  const { email, token } = await imported()
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) => claimAnew(bank.stranger(), token, `password ${at}`)),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await accountsOf(email)).toHaveLength(1)
  expect(await rowsOf(email)).toEqual([])
})

test('a refused claim keeps the link: a wrong field, or a password that is too short', async () => {
  const { email, token } = await imported()
  const wrong = { ...CORRECTED, token, password: 'short' }
  const { error } = await bank.stranger().call(claimWithNewAccount, { body: wrong })
  expect(error?.fields).toEqual({ password: 'Password should be at least 6 characters long.' })
  expect(await accountsOf(email)).toEqual([])
  expect((await claimAnew(bank.stranger(), token)).status).toBe(201)
})

test('somebody who registered meanwhile claims the profile with the password of that account', async () => {
  const { email, token } = await imported()
  await bank.newMember({ email, emailVerified: false })
  expect((await read(token)).body.password).toBe('current')
  expect(await claimAnew(bank.stranger(), token)).toRefuse('claim-account-changed')
  const person = bank.stranger()
  const claim = (password?: string) =>
    person.call(claimForAccount, { body: { ...CORRECTED, token, password } })
  expect(await claim()).toRefuse('password-needed')
  expect(await claim('another password')).toRefuse('wrong-password')
  const claimed = await claim(PASSWORD)
  expect(claimed.body.user).toMatchObject({ email, emailVerified: true })
  expect((await person.call(readOwnDonor)).body.donor?.fullName).toBe('Nadia Rahman')
  expect(await rowsOf(email)).toEqual([])
})

test('whoever is signed in to that account needs no password, and keeps the session', async () => {
  const { email, token } = await imported()
  const person = await bank.signedInAs({ email, emailVerified: false })
  expect((await read(token, person)).body.password).toBe('none')
  const { cookie } = person
  const claimed = await person.call(claimForAccount, { body: { ...CORRECTED, token } })
  expect(claimed.body.user).toMatchObject({ id: person.id, emailVerified: true })
  expect(person.cookie).toBe(cookie)
  expect((await person.call(readOwnDonor)).body.donor?.fullName).toBe('Nadia Rahman')
})

test('a stranger who registered the address first gains nothing: the owner sets a new password, then claims', async () => {
  const { email, token } = await imported()
  const stranger = bank.stranger()
  await stranger.call(registerAccount, { body: { email, password: 'of the stranger' } })
  await stranger.call(signIn, { body: { email, password: 'of the stranger' } })
  const exported = await stranger.call(exportOwnAccount)
  expect(JSON.parse(exported.text).importedDonor).toBeNull()
  const owner = bank.stranger()
  await owner.call(sendPasswordResetMail, { body: { email } })
  await owner.call(resetPassword, { body: { token: await tokenSentTo(email), newPassword: PASSWORD } })
  const body = { ...CORRECTED, token, password: PASSWORD }
  expect((await owner.call(claimForAccount, { body })).status).toBe(201)
  expect((await stranger.call(readSession)).body.user).toBeNull()
})

test('a stranger who registered the address and erases that account keeps neither the email nor the claim from its owner', async () => {
  const email = 'waiting@example.edu'
  const stranger = await bank.signedInAs({ email, emailVerified: false })
  await inTransaction(db, db => importDonors(db, [aListedDonor({ email })], bank.now()))
  await stranger.call(eraseOwnAccount, { body: { password: PASSWORD } })
  const token = await tokenSentTo(email)
  expect((await claimAnew(bank.stranger(), token)).status).toBe(201)
})

test('whoever owns an unverified account is imported, too, and claims while signed in to it', async () => {
  const email = 'unverified@example.edu'
  const person = await bank.signedInAs({ email, emailVerified: false })
  const { token } = await imported({ email })
  const claimed = await person.call(claimForAccount, { body: { ...CORRECTED, token } })
  expect(claimed.body.user).toMatchObject({ id: person.id, emailVerified: true })
})

test('whoever has a verified account is left out of an import', async () => {
  const { email } = await bank.newMember()
  expect(await inTransaction(db, db => importDonors(db, [aListedDonor({ email })], bank.now()))).toEqual(
    new Set(),
  )
  expect(await bank.mailsTo(email)).toEqual([])
})

test('a suspended person cannot claim', async () => {
  const { email, token } = await imported()
  const { id } = await bank.newMember({ email })
  await db.updateTable('users').set({ suspendedAt: new Date() }).where('id', '=', id).execute()
  const body = { ...CORRECTED, token, password: PASSWORD }
  expect(await bank.stranger().call(claimForAccount, { body })).toRefuse('account-suspended')
  expect(await rowsOf(email)).toHaveLength(1)
})

test('nor can somebody whose earlier account with this address was suspended', async () => {
  const person = await bank.signedInAs()
  const email = person.user?.email ?? ''
  const admin = await bank.signedInAs({ role: 'admin' })
  await admin.call(suspendUser, { params: { id: person.id }, body: { reason: 'false-requests' } })
  await person.call(signIn, { body: { email, password: PASSWORD } })
  expect((await person.call(eraseOwnAccount, { body: { password: PASSWORD } })).status).toBe(200)
  const { token } = await imported({ email })
  expect(await claimAnew(bank.stranger(), token)).toRefuse('account-suspended')
  expect(await accountsOf(email)).toEqual([])
  const again = await bank.signedInAs({ email, emailVerified: false })
  expect(await again.call(claimForAccount, { body: { ...CORRECTED, token } })).toRefuse('account-suspended')
  expect(await rowsOf(email)).toHaveLength(1)
})

test('a donor of the same moment keeps the own profile, and what the list says is erased', async () => {
  const { email, token } = await imported()
  const person = await bank.signedInAs({ email })
  // Stored as a registration does that has not seen the import yet.
  const { token: _, ...row } = { ...CORRECTED, token, lastDonationDate: null, email, userId: person.id }
  await db
    .insertInto('donors')
    .values({
      ...row,
      bloodGroup: 'O+',
      isAvailable: true,
      allowContactVisibility: false,
      fullName: 'Own Name',
    })
    .execute()
  expect(await person.call(claimForAccount, { body: { ...CORRECTED, token } })).toRefuse('already-a-donor')
  expect((await person.call(readOwnDonor)).body.donor?.fullName).toBe('Own Name')
  expect(await rowsOf(email)).toEqual([])
})

test('an unknown token is refused by each endpoint', async () => {
  const [token, person] = ['x'.repeat(43), bank.stranger()]
  for (const endpoint of [readImportedDonor, eraseImportedDonor])
    expect(await person.call(endpoint, { body: { token } })).toRefuse('claim-link-not-valid')
  const body = { ...CORRECTED, token, password: PASSWORD }
  for (const endpoint of [claimWithNewAccount, claimForAccount])
    expect(await person.call(endpoint, { body })).toRefuse('claim-link-not-valid')
})

test('the mail says who has the list and when it is erased, and nothing of what the list says', async () => {
  const { donor, token } = await imported()
  const [mail] = await bank.mailsTo(donor.email)
  expect(mail?.subject).toBe('You are on a list of blood donors · University Blood Bank')
  const { expiresAt } = (await rowsOf(donor.email))[0] ?? expect.fail()
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Dhaka' }).format(
    expiresAt,
  )
  for (const text of [
    'University Computer Club has a list',
    `we erase it on ${day}`,
    `/claim#token=${token}`,
  ])
    expect(mail?.text).toContain(text)
  // Without the random tokens of the links, which can contain any two characters.
  const written = [mail?.subject, mail?.text, mail?.html].join().replaceAll(/token=[\w-]+/g, '')
  for (const value of ['Nadia', 'Marketing', 'B-', '1555', donor.universityId])
    expect(written).not.toContain(value)
})

test('registering as a donor without the link erases what the list says', async () => {
  const { email, token } = await imported()
  const person = await bank.signedInAs({ email })
  expect((await person.call(registerDonor, { body: CORRECTED })).status).toBe(201)
  expect(await rowsOf(email)).toEqual([])
  expect(await isImported(email)).toBe(true)
  expect(await read(token)).toRefuse('claim-link-not-valid')
})

test('erasing leaves neither the row nor the mail but a hash, and the link is dead', async () => {
  const { email, token } = await imported()
  expect((await bank.stranger().call(eraseImportedDonor, { body: { token } })).status).toBe(200)
  expect(await rowsOf(email)).toEqual([])
  expect(await bank.mailsTo(email)).toEqual([])
  expect([...(await createOptOuts(AUTH_SECRET).find(db, [email, 'another@example.edu']))]).toEqual([email])
  expect([...(await everyRow(bank.owner)).values()].flat().join()).not.toContain(email)
  expect(await bank.stranger().call(eraseImportedDonor, { body: { token } })).toRefuse('claim-link-not-valid')
})

test('the own data of a verified person has what the list says, and erasing the account erases it', async () => {
  const { email, donor } = await imported()
  const person = await bank.signedInAs({ email })
  const exported = await person.call(exportOwnAccount)
  expect(JSON.parse(exported.text).importedDonor).toMatchObject({
    ...donor,
    contactNumber: '01555-123456',
  })
  await person.call(eraseOwnAccount, { body: { password: PASSWORD } })
  expect(await rowsOf(email)).toEqual([])
})

test('a mail that is sent twice has the same link', async () => {
  const { email, token } = await imported()
  const { id } = (await rowsOf(email))[0] ?? expect.fail()
  await db
    .insertInto('outbox')
    .values({ kind: 'claim-profile', recipient: email, aboutId: id } as never)
    .execute()
  expect((await bank.mailsTo(email)).map(tokenIn)).toEqual([token, token])
})

test('after 30 days the link is dead, and housekeeping erases the row and a mail that was never sent', async () => {
  const { email, token } = await imported()
  const unsent = aListedDonor()
  await inTransaction(db, db => importDonors(db, [unsent], bank.now()))
  bank.advance(30 * DAY_MS - 60_000)
  await inTransaction(db, db => eraseUnclaimedDonors(db, bank.now()))
  expect((await read(token)).status).toBe(200)
  bank.advance(120_000)
  expect(await read(token)).toRefuse('claim-link-not-valid')
  expect(await claimAnew(bank.stranger(), token)).toRefuse('claim-link-not-valid')
  await inTransaction(db, db => eraseUnclaimedDonors(db, bank.now()))
  expect(await db.selectFrom('keptDonors').select('email').execute()).toEqual([])
  expect(await db.selectFrom('outbox').select('recipient').execute()).toEqual([])
  for (const address of [email, unsent.email]) expect(await bank.mailsTo(address)).toEqual([])
})

test('a claim while housekeeping erases ends in an account with a profile, or in neither', async () => {
  bank.advance(-31 * DAY_MS)
  for (let round = 0; round < 3; round += 1) {
    const { email, token } = await imported()
    const after = new Date(bank.now().getTime() + 31 * DAY_MS)
    const [claimed] = await Promise.all([
      claimAnew(bank.stranger(), token),
      db.transaction().execute(db => eraseUnclaimedDonors(db, after)),
    ])
    expect(await rowsOf(email)).toEqual([])
    expect(await accountsOf(email)).toHaveLength(claimed.status === 201 ? 1 : 0)
    const donors = await db.selectFrom('donors').select('id').where('email', '=', email).execute()
    expect(donors).toHaveLength(claimed.status === 201 ? 1 : 0)
  }
})

test('somebody who agreed to be called claims the profile with the hall and the rests, and whoever erases it is not called', async () => {
  const hall = await db
    .insertInto('halls')
    .values({ name: 'West Hall' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const agreed = { consentKind: 'paper', hallId: hall.id } as const
  const first = await imported(agreed)
  expect((await bank.mailsTo(first.email)).at(-1)?.text).toContain('you agreed to be called')
  const [row] = await rowsOf(first.email)
  expect(row).toMatchObject({ state: 'agreed', hallId: hall.id })
  expect((await read(first.token)).body).toMatchObject({ consentKind: 'paper' })
  await inTransaction(db, db => eraseUnclaimedDonors(db, new Date(bank.now().getTime() + 60 * DAY_MS)))
  expect(await rowsOf(first.email)).toHaveLength(1)
  const rests = { restsUntil: '2099-01-01', recordedPlateletsDate: '2026-01-01' }
  await db.updateTable('keptDonors').set(rests).where('email', '=', first.email).execute()
  await claimAnew(bank.stranger(), first.token)
  expect(await rowsOf(first.email)).toEqual([])
  const profile = db
    .selectFrom('donors')
    .select(['hallId', 'restsUntil', 'recordedPlateletsDate'])
    .where('email', '=', first.email)
  expect(await profile.executeTakeFirst()).toEqual({ hallId: hall.id, ...rests })

  const second = await imported({ ...agreed, contactNumber: '+8801555999999' })
  await bank.stranger().call(eraseImportedDonor, { body: { token: second.token } })
  const optOuts = createOptOuts(AUTH_SECRET)
  const values = [second.email, '+8801555999999']
  expect([...(await optOuts.find(db, values))].sort()).toEqual(values.sort())
})

test('a claim does not fail while the hall of the list is deleted', async () => {
  const hall = await db
    .insertInto('halls')
    .values({ name: 'South Hall' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { email, token } = await imported()
  await db.updateTable('keptDonors').set({ hallId: hall.id }).where('email', '=', email).execute()
  const { claimed } = await inTransaction(db, async db => {
    await sql`select from halls where id = ${hall.id} for update`.execute(db)
    const claimed = claimAnew(bank.stranger(), token)
    await vi.waitFor(async () => expect(await countLockWaits(bank.db)).toBe(1))
    await clearHallOfKept(db, hall.id)
    await db.deleteFrom('halls').where('id', '=', hall.id).execute()
    return { claimed }
  })
  expect((await claimed).status).toBe(201)
})
