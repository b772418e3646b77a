import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { registerAccount, resendVerificationMail, sendPasswordResetMail } from '@blood-bank/contract/accounts'
import { listBloodRequests, postBloodRequest } from '@blood-bank/contract/blood-requests'
import { listDonors, registerDonor, verifyDonor } from '@blood-bank/contract/donors'
import { eraseOwnAccount, exportOwnAccount } from '@blood-bank/contract/own-account'
import { readSession, signIn } from '@blood-bank/contract/sessions'
import { changeRole, listUsers } from '@blood-bank/contract/users'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { writeBackup } from '../../backup/write-backup.ts'
import { openPool } from '../../database/connection.ts'
import { openLog } from '../../http/log.ts'
import { aBloodRequest, aDonor } from '../../testing/builders.ts'
import { everyRow } from '../../testing/every-row.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const lines: string[] = []
const log = openLog({ logLevel: 'trace' }, { write: line => void lines.push(line) })
const bank = await startTestApp({}, { log })
const pool = openPool(bank.address, () => {}, { hasTimeouts: false })
const folder = await mkdtemp(join(tmpdir(), 'erasure-'))
afterAll(async () => {
  await pool.end()
  await rm(folder, { recursive: true })
})
const admin = await bank.signedInAs({ email: 'head@example.edu', role: 'admin' })

/** Words that are stored about Rima and about nobody else. */
const IDENTITY = {
  email: 'rima.zaman@example.edu',
  name: 'rima.zaman',
  fullName: 'Rima Zamanseed',
  universityId: 'SEED-2021-017',
  department: 'Seedology',
  contactNumber: '1733221100',
  patientName: 'Patient Zamanseed',
  contactPerson: 'Sister Zamanseed',
  hospitalName: 'Seed Hospital',
}

type Member = Awaited<ReturnType<typeof bank.signedInAs>>

/** Leaves a trace of a person in every place where there can be one. */
async function live(person: Member, email: string, words: { donor: object; bloodRequest: object }) {
  const { body: donor } = await person.call(registerDonor, { body: aDonor(words.donor) })
  await person.call(postBloodRequest, { body: aBloodRequest(words.bloodRequest) })
  await bank.stranger().call(signIn, { body: { email, password: PASSWORD } })
  await bank.stranger().call(sendPasswordResetMail, { body: { email } })
  await bank.mailsTo(email)
  await bank.stranger().call(sendPasswordResetMail, { body: { email } })
  await bank.stranger().call(signIn, { body: { email, password: 'a wrong guess' } })
  await sql`
    insert into verifications (identifier, value, expires_at)
    values (${`reset-password:${person.id}`}, ${person.id}, now()), (${email}, 'something', now())`.execute(
    bank.db,
  )
  return donor
}

const erase = (person: Member, password = PASSWORD) => person.call(eraseOwnAccount, { body: { password } })

/** The keys under which attempts are counted for an address or an id. */
const attemptKey = (key: string) => createHash('sha256').update(key).digest('base64url')

test('whoever erases their account is nowhere any more, save as an id that leads to nobody in audit entries', async () => {
  const rima = await bank.signedInAs({ email: IDENTITY.email })
  const karim = await bank.signedInAs({ email: 'karim@example.edu' })
  await live(karim, 'karim@example.edu', { donor: {}, bloodRequest: {} })
  const { fullName, universityId, department, patientName, contactPerson, hospitalName } = IDENTITY
  const donor = await live(rima, IDENTITY.email, {
    donor: { fullName, universityId, department, contactNumber: '01733-221100' },
    bloodRequest: { patientName, contactPerson, hospitalName, contactNumber: '+880 1733 221100' },
  })
  await bank.stranger().call(sendPasswordResetMail, { body: { email: 'karim@example.edu' } })
  await admin.call(verifyDonor, { params: { id: donor.id }, body: { isVerified: true } })
  await admin.call(changeRole, { params: { id: rima.id }, body: { role: 'admin' } })
  await rima.call(changeRole, { params: { id: karim.id }, body: { role: 'admin' } })
  await rima.call(changeRole, { params: { id: karim.id }, body: { role: 'user' } })

  const isHers = (row: string) => [...Object.values(IDENTITY), rima.id].some(word => row.includes(word))
  const before = await everyRow(bank.owner)
  const traces = [...before].filter(([, rows]) => rows.some(isHers)).map(([table]) => table)
  expect(traces).toEqual([
    'audit_entries',
    'blood_requests',
    'caught_mails',
    'consents',
    'credentials',
    'donors',
    'mail_links',
    'outbox',
    'sessions',
    'users',
    'verifications',
  ])
  expect(before.get('attempt_limits')?.join()).toContain(attemptKey(IDENTITY.email))

  const reply = await erase(rima)
  expect([reply.status, reply.body]).toEqual([
    200,
    { message: 'Your account and everything in it have been erased. You are always welcome back.' },
  ])

  const after = await everyRow(bank.owner)
  for (const [table, rows] of after) {
    if (table === 'attempt_limits') continue
    const others =
      table === 'audit_entries' ? before.get(table) : before.get(table)?.filter(row => !isHers(row))
    expect([table, rows]).toEqual([table, others])
  }
  expect(after.get('audit_entries')).toHaveLength(4)
  for (const word of Object.values(IDENTITY)) expect(after.get('audit_entries')?.join()).not.toContain(word)
  expect(after.get('attempt_limits')?.join()).not.toContain(attemptKey(IDENTITY.email))
  expect(after.get('attempt_limits')?.join()).toContain(attemptKey('karim@example.edu'))

  const file = join(folder, 'backup.gz')
  await writeBackup(pool, file)
  const shown = [await admin.call(listUsers, { query: {} }), await admin.call(listDonors, { query: {} })]
  const requests = await admin.call(listBloodRequests, { query: {} })
  const download = await karim.call(exportOwnAccount)
  expect(lines.join('')).toContain(eraseOwnAccount.path)
  const copies = [gunzipSync(await readFile(file)).toString(), lines.join('')]
  for (const text of [...copies, ...[...shown, requests, download].map(reply => reply.text)])
    for (const word of Object.values(IDENTITY)) expect(text).not.toContain(word)
})

test('whoever erased their account is signed out everywhere, cannot sign in, and may register anew', async () => {
  const email = 'again@example.edu'
  const person = await bank.signedInAs({ email })
  const phone = bank.stranger()
  await phone.call(signIn, { body: { email, password: PASSWORD } })
  const { cookie } = person
  const reply = await erase(person)
  expect(String(reply.headers['set-cookie'])).toContain('Max-Age=0')
  person.cookie = cookie
  for (const browser of [person, phone]) expect((await browser.call(readSession)).body.user).toBeNull()
  const signInAgain = () => bank.stranger().call(signIn, { body: { email, password: PASSWORD } })
  expect(await signInAgain()).toRefuse('wrong-credentials')
  expect(await bank.mailsTo(email)).toEqual([])
  await bank.stranger().call(registerAccount, { body: { email, password: PASSWORD } })
  expect((await bank.mailsTo(email)).map(mail => mail.subject)).toEqual([
    'Verify your email address · University Blood Bank',
  ])
  expect((await signInAgain()).body.user?.id).not.toBe(person.id)
})

test('a person whose address is not verified may erase their account, too', async () => {
  const person = await bank.signedInAs({ emailVerified: false })
  await person.call(resendVerificationMail)
  expect((await erase(person)).status).toBe(200)
  const rows = await everyRow(bank.owner)
  expect(rows.get('attempt_limits')?.join()).not.toContain(attemptKey(person.id))
})

test('with a wrong password nothing is erased', async () => {
  const person = await bank.signedInAs({ email: 'careful@example.edu' })
  const before = await everyRow(bank.owner)
  const reply = await erase(person, 'not this one')
  expect(reply).toRefuse('wrong-password')
  expect(reply.error?.fields).toEqual({ password: reply.error?.message })
  const after = await everyRow(bank.owner)
  for (const rows of [before, after]) rows.delete('attempt_limits')
  expect(after).toEqual(before)
  expect((await person.call(readSession)).body.user).not.toBeNull()
})

test('guessing the password here counts together with guessing at the sign-in', async () => {
  const email = 'guessed@example.edu'
  const person = await bank.signedInAs({ email })
  for (let time = 0; time < 5; time += 1)
    expect(await erase(person, 'a wrong guess')).toRefuse('wrong-password')
  expect(await erase(person)).toRefuse('too-many-attempts')
  const signingIn = await bank.stranger().call(signIn, { body: { email, password: PASSWORD } })
  expect(signingIn).toRefuse('too-many-attempts')
})

test('of six erasures at once one is done, and nothing is counted for the address afterwards', async () => {
  const email = 'six@example.edu'
  const person = await bank.signedInAs({ email })
  const replies = await Promise.all(Array.from({ length: 6 }, () => erase(person)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, error } of replies)
    if (status !== 200) expect(['not-signed-in', 'too-many-attempts']).toContain(error?.code)
  const rows = await everyRow(bank.owner)
  expect(
    [...rows].filter(([, of]) => of.some(row => row.includes(email) || row.includes(person.id))),
  ).toEqual([])
  expect(rows.get('attempt_limits')?.join()).not.toContain(attemptKey(email))
})

test('the last admin is told to make somebody else an admin first, and all stays as it is', async () => {
  expect(await erase(admin)).toRefuse(
    'last-admin',
    'The last admin stays admin. Make somebody else an admin first.',
  )
  expect((await admin.call(readSession)).body.user?.role).toBe('admin')
  const deputy = await bank.signedInAs({ role: 'admin' })
  expect((await erase(deputy)).status).toBe(200)
})
