import { revealDonorNumber } from '@blood-bank/contract/donors/administration'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { eraseKeptDonors, exportKeptDonors } from '@blood-bank/contract/kept-donors/by-number'
import { confirmPassword } from '@blood-bank/contract/own-account/endpoints'
import { addPasskey, prepareNewPasskey, removePasskey } from '@blood-bank/contract/passkeys/endpoints'
import { suspendReportedPerson } from '@blood-bank/contract/reports/cases'
import { readOverview } from '@blood-bank/contract/site/overview'
import { changeRole, liftSuspension, suspendUser } from '@blood-bank/contract/users/administration'
import { nameCoordinator } from '@blood-bank/contract/users/coordinators'
import { expect, test } from 'vitest'
import { createLog } from '../platform/http/log.ts'
import { everyEndpoint, pathOf } from '../testing/http/every-endpoint.ts'
import type { Person } from '../testing/person.ts'
import { PASSWORD, startTestApp } from '../testing/test-app.ts'

const NEEDED = 'Please confirm your password, then try again.'

const lines: string[] = []
const log = createLog({ logLevel: 'info' }, { write: line => void lines.push(line) })
const bank = await startTestApp({}, { log })

const newAdmin = (email: string) => bank.signedInAs({ email, role: 'admin' })
const confirm = (person: Person, password = PASSWORD) => person.call(confirmPassword, { body: { password } })

const sensitive = (await everyEndpoint()).filter(({ needsRecentPassword }) => needsRecentPassword)
const nameOf = ({ method, path }: (typeof sensitive)[number]) => `${method} ${path}`

test('every export, role change, naming, suspension, look at a number and change of passkeys needs a recent password', async () => {
  const exports = (await everyEndpoint()).filter(({ reply }) => reply.csv)
  expect(exports.length).toBeGreaterThan(2)
  expect(new Set(sensitive)).toEqual(
    new Set([
      ...exports,
      changeRole,
      nameCoordinator,
      suspendUser,
      suspendReportedPerson,
      liftSuspension,
      prepareNewPasskey,
      addPasskey,
      removePasskey,
      revealDonorNumber,
      exportKeptDonors,
      eraseKeptDonors,
    ]),
  )
})

test.each(sensitive.map(endpoint => [nameOf(endpoint), endpoint] as const))(
  '%s is refused if the password was entered more than 15 minutes ago, until it is entered again',
  async (name, endpoint) => {
    const admin = await newAdmin(`${name.replace(/\W+/g, '.').toLowerCase()}@example.edu`)
    const call = () => admin.send(endpoint.method, pathOf(endpoint))
    bank.advance(14 * MINUTE_MS)
    expect((await call()).error?.code).not.toBe('password-confirmation-needed')
    bank.advance(2 * MINUTE_MS)
    expect(await call()).toRefuse('password-confirmation-needed', NEEDED)
    expect((await admin.call(readOverview)).status).toBe(200)
    expect((await confirm(admin, 'a wrong one')).error?.code).toBe('wrong-password')
    expect(await call()).toRefuse('password-confirmation-needed', NEEDED)
    expect((await confirm(admin)).status).toBe(204)
    expect((await call()).error?.code).not.toBe('password-confirmation-needed')
    bank.advance(-16 * MINUTE_MS)
  },
)

test('a confirmed password counts only in the session in which it was entered', async () => {
  const admin = await newAdmin('two@example.edu')
  const elsewhere = await bank.signIn('two@example.edu')
  const exportUsers = (person: Person) => person.send('POST', '/api/admin/users/exports')
  bank.advance(16 * MINUTE_MS)
  await confirm(admin)
  expect((await exportUsers(admin)).status).toBe(200)
  expect(await exportUsers(elsewhere)).toRefuse('password-confirmation-needed')
  bank.advance(-16 * MINUTE_MS)
})

test('a password that was entered before the clock was set back is not recent for longer', async () => {
  const admin = await newAdmin('ahead@example.edu')
  const exportUsers = () => admin.send('POST', '/api/admin/users/exports')
  bank.advance(60 * MINUTE_MS)
  await confirm(admin)
  bank.advance(-60 * MINUTE_MS)
  expect(await exportUsers()).toRefuse('password-confirmation-needed')
  await confirm(admin)
  expect((await exportUsers()).status).toBe(200)
})

test('the log has the confirmation and the export, identified only by ids', async () => {
  const admin = await newAdmin('logged@example.edu')
  await confirm(admin)
  await admin.send('POST', '/api/admin/users/exports?search=logged@')
  const events = lines.map(line => JSON.parse(line)).filter(line => line.securityEvent)
  expect(events).toContainEqual(
    expect.objectContaining({ securityEvent: 'password-confirmed', userId: admin.id }),
  )
  expect(events).toContainEqual(
    expect.objectContaining({ securityEvent: 'exported', actorId: admin.id, what: 'users', records: 1 }),
  )
  expect(JSON.stringify(events)).not.toContain('@example.edu')
})

test('how long a password counts is a setting, which 0 switches off', async () => {
  const strict = await startTestApp({ PASSWORD_CONFIRMATION_MINUTES: '1' })
  const lenient = await startTestApp({ PASSWORD_CONFIRMATION_MINUTES: '0' })
  const statusAfter = async (site: typeof bank, minutes: number) => {
    const admin = await site.signedInAs({ role: 'admin' })
    site.advance(minutes * MINUTE_MS)
    return (await admin.send('POST', '/api/admin/users/exports')).status
  }
  expect(await statusAfter(strict, 2)).toBe(403)
  expect(await statusAfter(lenient, 600)).toBe(200)
})
