import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { exportDonors } from '@blood-bank/contract/donors/administration'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { claimWithNewAccount } from '@blood-bank/contract/kept-donors/claims'
import { exportUsers } from '@blood-bank/contract/users/administration'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createOptOuts } from '../features/kept-donors/opt-outs.ts'
import { COLUMNS, type Column } from '../operations/import/columns.ts'
import { importFile } from '../operations/import/import-command.ts'
import { SERVER_ROLE } from '../operations/storage/storage.ts'
import { readCsv } from '../testing/http/read-csv.ts'
import { claimsAt, tokenSentTo } from '../testing/listed-donors.ts'
import { storeBloodRequest, storeDonor, storeUser } from '../testing/stored.ts'
import { AUTH_SECRET, PASSWORD, startTestApp } from '../testing/test-app.ts'

const bank = await startTestApp()
const folder = await mkdtemp(join(tmpdir(), 'exports-'))
afterAll(() => rm(folder, { recursive: true }))
const admin = await bank.signedInAs({ role: 'admin', email: 'admin@example.edu' })
const at = new Date('2026-03-04T20:30:00Z')

const send = (endpoint: Endpoint, query: Record<string, string> = {}) =>
  admin.send('POST', `${endpoint.path}?${new URLSearchParams(query)}`)

/** The lines of an export as objects, by heading. */
async function linesOf(endpoint: Endpoint, query: Record<string, string> = {}) {
  const [headings = [], ...lines] = readCsv((await send(endpoint, query)).text)
  return lines.map(line => Object.fromEntries(headings.map((heading, at) => [heading, line[at]])))
}

const lastAuditEntry = () =>
  bank.db.selectFrom('auditEntries').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

test('an admin exports the donors as CSV, with readable labels and times in the site’s time zone', async () => {
  await storeDonor(bank.db, {
    fullName: 'Rima "the Drop" Akter',
    email: 'rima@example.edu',
    universityId: 'WHOLE-1',
    bloodGroup: 'O-',
    contactNumber: '+8801712345678',
    allowContactVisibility: true,
    lastDonationDate: '2026-01-02',
    isVerified: true,
    registeredAt: at,
  })
  expect(await linesOf(exportDonors, { search: 'whole-1' })).toEqual([
    {
      'Full Name': 'Rima "the Drop" Akter',
      Email: 'rima@example.edu',
      'University ID': 'WHOLE-1',
      Role: 'Staff / Employee',
      Department: 'Physics',
      'Blood Group': 'O-',
      'Contact Number': '01712-345678',
      Availability: 'Available',
      'Last Donation': '2026-01-02',
      Verification: 'Verified',
      Profile: 'Active',
      Registered: '2026-03-05 02:30',
    },
  ])
})

/** The columns of an imported list that a profile has. */
const PROFILE_COLUMNS = [
  'email',
  'fullName',
  'universityId',
  'universityRole',
  'department',
  'bloodGroup',
  'contactNumber',
  'lastDonationDate',
] as const satisfies Column[]

test('every column of an imported list is, once the profile is claimed, in the export as it was written', async () => {
  const cells: Record<(typeof PROFILE_COLUMNS)[number], string> = {
    email: 'listed@example.edu',
    fullName: 'Nadia Islam',
    universityId: 'LISTED-1',
    universityRole: 'Staff / Employee',
    department: 'Marketing',
    bloodGroup: 'AB-',
    contactNumber: '01555-123456',
    lastDonationDate: '2025-04-13',
  }
  const file = join(folder, 'donors.csv')
  await writeFile(
    file,
    [PROFILE_COLUMNS.map(name => COLUMNS[name].label), PROFILE_COLUMNS.map(name => cells[name])].join('\n'),
  )
  await importFile(bank.db, file, {
    order: null,
    today: '2026-11-22',
    country: 'BD',
    allowedEmailDomains: [],
    timeZone: 'Asia/Dhaka',
    now: bank.now(),
    optOuts: createOptOuts(AUTH_SECRET),
  })
  const token = await tokenSentTo(bank, cells.email)
  const { password, email, ...listed } = (await claimsAt(bank).read(token)).body
  const { batch, askFor, recordedPlateletsDate, restsUntil, consentKind, ...kept } = listed
  const { consentedAt, importedAt, expiresAt, ...form } = kept
  const body = { ...form, allowContactVisibility: true, token, password: PASSWORD }
  expect((await bank.stranger().call(claimWithNewAccount, { body })).status).toBe(201)
  const [line] = await linesOf(exportDonors, { search: 'listed-1' })
  for (const name of PROFILE_COLUMNS) expect(line?.[COLUMNS[name].label]).toBe(cells[name])
})

test('an admin exports the requests and the users', async () => {
  const { id, email } = await storeUser(bank.db, { email: 'owner@example.edu', createdAt: at })
  await storeBloodRequest(bank.db, {
    userId: id,
    userEmail: email,
    patientName: 'Whole',
    additionalInfo: 'Gate 2,\nask for Nadia',
    unitsRequired: 3,
    status: 'fulfilled',
    requestedAt: at,
  })
  expect(await linesOf(exportBloodRequests, { search: 'whole' })).toMatchObject([
    {
      'Patient Name': 'Whole',
      Units: '3',
      Status: 'Fulfilled',
      'Additional Info': 'Gate 2,\nask for Nadia',
      'Posted by': 'owner@example.edu',
      Requested: '2026-03-05 02:30',
    },
  ])
  expect(await linesOf(exportUsers, { search: 'owner@' })).toEqual([
    {
      Email: email,
      'User ID': id,
      Role: 'user',
      'Email Status': 'Unverified',
      Created: '2026-03-05 02:30',
      Suspended: '',
    },
  ])
})

test('an export has the filters and the order of the list', async () => {
  const tag = { universityId: 'FILTER-1' }
  await storeDonor(bank.db, { ...tag, fullName: 'Badal', bloodGroup: 'B+' })
  await storeDonor(bank.db, { ...tag, fullName: 'Abir', bloodGroup: 'B+' })
  await storeDonor(bank.db, { ...tag, fullName: 'Chandra', bloodGroup: 'A+' })
  await storeDonor(bank.db, { ...tag, fullName: 'Dipa', bloodGroup: 'B+', isAvailable: false })
  const query = { search: 'filter-1', bloodGroup: 'B+', isAvailable: 'true' }
  const names = async (more: Record<string, string>) =>
    (await linesOf(exportDonors, { ...query, ...more })).map(line => line['Full Name'])
  expect(await names({ sort: 'fullName', order: 'asc' })).toEqual(['Abir', 'Badal'])
  expect(await names({ sort: 'fullName', order: 'desc' })).toEqual(['Badal', 'Abir'])
})

test('an export without matches has only the headings', async () => {
  const reply = await send(exportUsers, { search: 'nobody of this name' })
  expect(readCsv(reply.text)).toEqual([[...exportUsers.reply.csv]])
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/),
    'x-record-count': '0',
    'cache-control': 'no-store',
  })
})

test('the audit log records who exported how many records of what, but not the search text', async () => {
  await storeDonor(bank.db, { universityId: 'AUDIT-1' })
  await send(exportDonors, { search: 'audit-1' })
  expect(await lastAuditEntry()).toMatchObject({
    actorId: admin.id,
    action: 'exported',
    targetId: null,
    before: null,
    after: { what: 'donors', records: 1 },
  })
})

test('nothing is exported if the audit entry cannot be written', async () => {
  await sql`revoke insert on audit_entries from ${sql.id(SERVER_ROLE)}`.execute(bank.owner)
  const reply = await send(exportUsers)
  expect(reply).toRefuse('unexpected-error')
  expect(reply.text).not.toContain('admin@example.edu')
})
