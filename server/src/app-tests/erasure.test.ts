import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  deleteBloodRequest,
  listBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { listDonors, verifyDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { changeRole, listUsers } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { writeBackup } from '../operations/backup/write-backup.ts'
import { createPool } from '../platform/database/connection.ts'
import { createLog } from '../platform/http/log.ts'
import { createKeyedHash } from '../platform/secrets/hashes.ts'
import { aBloodRequest, aDonor } from '../testing/builders.ts'
import { post } from '../testing/offers/offers.ts'
import { everyRow } from '../testing/postgres/every-row.ts'
import { ageAccounts, newReporter, report } from '../testing/reports/reports.ts'
import { storePushDevice, storeTextNumber } from '../testing/stored.ts'
import { AUTH_SECRET, PASSWORD, startTestApp } from '../testing/test-app.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'trace' }, { write: line => void lines.push(line) })
const bank = await startTestApp({ MAILS_PER_QUARTER_HOUR: '5' }, { log })
const pool = createPool(bank.address, () => {}, { hasTimeouts: false })
const folder = await mkdtemp(join(tmpdir(), 'erasure-'))
afterAll(async () => {
  await pool.end()
  await rm(folder, { recursive: true })
})
const admin = await bank.signedInAs({ email: 'head@example.edu', role: 'admin' })

/** Words that occur in the records of Rima and of nobody else. */
const IDENTITY = {
  email: 'rima.zaman@example.edu',
  fullName: 'Rima Zamanseed',
  universityId: 'SEED-2021-017',
  department: 'Seedology',
  contactNumber: '1733221100',
  patientName: 'Patient Zamanseed',
  contactPerson: 'Sister Zamanseed',
  hospitalName: 'Seed Hospital',
}

/** Their rows stay, without the person. */
const BLANKED = ['report_cases', 'reports']

type Member = Awaited<ReturnType<typeof bank.signedInAs>>

/** Stores a row about a person in every table that can have one. */
async function createTraces(person: Member, email: string, words: { donor: object; bloodRequest: object }) {
  const { body: donor } = await person.call(registerDonor, { body: aDonor(words.donor) })
  await person.call(postBloodRequest, { body: aBloodRequest(words.bloodRequest) })
  const mistaken = await person.call(postBloodRequest, { body: aBloodRequest() })
  await person.call(deleteBloodRequest, { params: { id: mistaken.body.id } })
  // Only the row, because a complete suspension would end the sessions.
  const suspension = { userId: person.id, reason: 'other', note: `About ${email}` } as const
  await bank.db
    .insertInto('suspensions')
    .values({ ...suspension, suspendedAt: new Date() })
    .execute()
  await bank.stranger().call(signIn, { body: { email, password: PASSWORD } })
  await bank.stranger().call(sendPasswordResetMail, { body: { email } })
  await bank.mailsTo(email)
  await bank.stranger().call(sendPasswordResetMail, { body: { email } })
  await bank.stranger().call(signIn, { body: { email, password: 'a wrong guess' } })
  await sql`
    insert into numbers_sent (user_id, sent_at, numbers)
    values (${person.id}, now(), '{1,2,3}')`.execute(bank.db)
  await storePushDevice(bank.db, { userId: person.id })
  await storeTextNumber(bank.db, { userId: person.id })
  await storeReports(person, email)
  await sql`insert into number_warnings values (${person.id}, 350, 900, true, now())`.execute(bank.db)
  return donor
}

/** Somebody reports a request of the person, who reports somebody's. Both write a text that names the person. */
async function storeReports(person: Member, email: string) {
  const { body } = await person.call(listOwnBloodRequests, { query: {} })
  const reporter = await newReporter(bank)
  await ageAccounts(bank, person)
  await report(reporter, { id: body.records[0]?.id ?? '' }, { text: `I know ${email}` })
  await report(person, await post(await bank.signedInAs()), { text: `My address is ${email}` })
}

const erase = (person: Member, password = PASSWORD) => person.call(eraseOwnAccount, { body: { password } })

/** The key under which attempts are counted for an address or an id. */
const attemptKey = createKeyedHash(AUTH_SECRET, 'attempt limits')

test('an erased account leaves nothing behind except an id without a user in audit entries', async () => {
  const rima = await bank.signedInAs({ email: IDENTITY.email })
  const karim = await bank.signedInAs({ email: 'karim@example.edu' })
  await createTraces(karim, 'karim@example.edu', { donor: {}, bloodRequest: {} })
  const { fullName, universityId, department, patientName, contactPerson, hospitalName } = IDENTITY
  const donor = await createTraces(rima, IDENTITY.email, {
    donor: { fullName, universityId, department, contactNumber: '01733-221100' },
    bloodRequest: { patientName, contactPerson, hospitalName, contactNumber: '+880 1733 221100' },
  })
  await bank.stranger().call(sendPasswordResetMail, { body: { email: 'karim@example.edu' } })
  await admin.call(verifyDonor, { params: { id: donor.id }, body: { isVerified: true } })
  await admin.call(changeRole, { params: { id: rima.id }, body: { role: 'admin' } })
  // The role change ended her sessions, and the mails to the admins name her.
  await bank.mailsTo('head@example.edu')
  const { cookie } = await bank.signIn(IDENTITY.email)
  rima.cookie = cookie
  await bank.stranger().call(sendPasswordResetMail, { body: { email: IDENTITY.email } })
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
    'deleted_posts',
    'donors',
    'graphile_worker._private_jobs',
    'mail_links',
    'number_warnings',
    'numbers_sent',
    'push_devices',
    'report_cases',
    'report_texts',
    'reports',
    'sessions',
    'suspensions',
    'text_numbers',
    'users',
  ])
  expect(before.get('attempt_limits')?.join()).toContain(attemptKey(IDENTITY.email))

  const reply = await erase(rima)
  expect([reply.status, reply.body]).toEqual([
    200,
    { message: 'Your account and everything in it have been erased.' },
  ])

  const after = await everyRow(bank.owner)
  for (const [table, rows] of after) {
    if (['attempt_limits', 'erased_accounts'].includes(table)) continue
    if (BLANKED.includes(table)) {
      expect([table, rows.length, rows.filter(isHers)]).toEqual([table, before.get(table)?.length, []])
      continue
    }
    const others =
      table === 'audit_entries' ? before.get(table) : before.get(table)?.filter(row => !isHers(row))
    expect([table, rows]).toEqual([table, others])
  }
  expect(after.get('audit_entries')).toHaveLength(4)
  for (const word of Object.values(IDENTITY)) expect(after.get('audit_entries')?.join()).not.toContain(word)
  expect(after.get('erased_accounts')).toHaveLength(1)
  for (const word of [...Object.values(IDENTITY), rima.id])
    expect(after.get('erased_accounts')?.join()).not.toContain(word)
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
