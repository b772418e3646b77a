import { eraseImportedDonor } from '@blood-bank/contract/donors/claims'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { DAY_MS } from '@blood-bank/contract/durations'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/connection.ts'
import { aListedDonor, CORRECTED, claimAnew, claimsAt } from '../../../testing/listed-donors.ts'
import { everyRow } from '../../../testing/postgres/every-row.ts'
import { AUTH_SECRET, PASSWORD, startTestApp, tokenIn } from '../../../testing/test-app.ts'
import { createImportOptOuts } from './opt-outs.ts'
import { eraseUnclaimedDonors, importDonors } from './store.ts'

const bank = await startTestApp({ OWN_EXPORTS_PER_MINUTE: '0' })
const { db } = bank
const { imported, read, rowsOf, accountsOf, isImported } = claimsAt(bank)

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
  expect([...(await createImportOptOuts(AUTH_SECRET).find(db, [email, 'another@example.edu']))]).toEqual([
    email,
  ])
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
  expect(await db.selectFrom('importedDonors').select('email').execute()).toEqual([])
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
