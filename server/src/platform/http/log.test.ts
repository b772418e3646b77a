import { declineAlert, readAskedAlert } from '@blood-bank/contract/alerts/answers'
import { readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { changeRole } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { aBloodRequest, aDonor } from '../../testing/person.ts'
import { startTestApp, tokenIn } from '../../testing/test-app.ts'
import { createLog } from './log.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'trace' }, { write: line => void lines.push(line) })
const bank = await startTestApp({}, { log })

const SECRETS = {
  password: 'a password of nobody else',
  wrongPassword: 'a wrong password',
  contactNumber: '01733-221100',
  patientName: 'Patient Nobody Knows',
  search: 'somebody-looked-for',
  alertToken: 'T0kenOfAnAlert'.padEnd(43, 'x'),
}

test('the log has an entry for every call and contains nothing personal or secret', async () => {
  const rima = await bank.signedInAs({ email: 'rima@example.edu', role: 'admin' })
  const credentials = { email: 'new@example.edu', password: SECRETS.password }
  const form = aBloodRequest({ patientName: SECRETS.patientName, contactNumber: SECRETS.contactNumber })
  const calls: [string, string, unknown?][] = [
    ['POST', '/api/accounts', credentials],
    ['POST', '/api/accounts', { ...credentials, email: 'broken' }],
    ['POST', '/api/session', { ...credentials, password: SECRETS.wrongPassword }],
    ['POST', '/api/accounts/password-reset-mails', { email: 'new@example.edu' }],
    ['POST', '/api/donors', aDonor({ contactNumber: SECRETS.contactNumber })],
    ['POST', '/api/blood-requests', form],
    ['POST', '/api/blood-requests', { ...form, unitsRequired: 0 }],
    ['GET', `/api/admin/blood-requests?search=${SECRETS.search}`],
    ['GET', `/api/admin/nope?search=${SECRETS.search}`],
    ['POST', readAskedAlert.path, { token: SECRETS.alertToken }],
    ['POST', declineAlert.path, { token: SECRETS.alertToken, more: 1 }],
  ]
  for (const [method, url, body] of calls) await rima.send(method, url, { body })
  const token = tokenIn((await bank.mailsTo('new@example.edu'))[0])
  expect(token).not.toBe('')
  await rima.send('POST', '/api/accounts/email-verifications', { body: { token } })
  await bank.owner.schema.dropTable('bloodRequests').cascade().execute()
  expect((await rima.send('POST', '/api/blood-requests', { body: form })).status).toBe(500)

  const logged = lines.join('')
  const answered = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  for (const [method, url] of calls)
    expect(answered).toContainEqual(
      expect.objectContaining({
        req: { method, path: url.split('?', 1)[0] },
        status: expect.any(Number),
        ms: expect.any(Number),
        reqId: expect.any(String),
      }),
    )
  expect(logged).toContain('/api/admin/blood-requests')
  expect(logged).toContain('blood_requests')
  const cookie = String(rima.cookie).split('=')[1] ?? ''
  for (const secret of [...Object.values(SECRETS), token, cookie, '1733221100', '$argon2'])
    expect(logged).not.toContain(secret)
})

test('the line of a call names neither the caller, nor their address, nor whom the call is about', async () => {
  const [admin, member] = [await bank.signedInAs({ role: 'admin' }), await bank.signedInAs()]
  lines.length = 0
  await admin.call(changeRole, { params: { id: member.id }, body: { role: 'admin' } })
  await member.send('PATCH', `/api/admin/users/${admin.id}/role`)
  await admin.call(readOwnAccount)
  const [changed, ...others] = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  expect(changed).toMatchObject({ req: { method: changeRole.method, path: changeRole.path }, status: 200 })
  for (const line of [changed, ...others].map(line => JSON.stringify(line)))
    for (const secret of [admin.id, member.id, '127.0.0.1']) expect(line).not.toContain(secret)
  // Security events name the accounts.
  expect(lines.filter(line => line.includes('role-changed')).join()).toContain(member.id)
})

test.each(['/r/', '/%72/', '/r%2F', '//r/', '/register?request=1&shared=', '/api/shared-blood-requests/'])(
  'the code of a public page at %s is in no line',
  async path => {
    lines.length = 0
    const code = 'c0de'.padEnd(26, 'x')
    for (const end of [code, `${code}?x=${code}`, `${code}/more`])
      await bank.stranger().send('GET', path + end)
    expect(lines.join('')).toContain('"path":"/')
    expect(lines.join('')).not.toContain(code)
  },
)

test('the token of a link that stops alerts is in no line, however it is called', async () => {
  lines.length = 0
  const secret = 'T0kenOfSomebody'
  const stranger = bank.stranger()
  const paths = ['/unsubscribe/', '/%75nsubscribe/', '/unsubscribe%2F', '//unsubscribe/', '/UNSUBSCRIBE/']
  for (const path of paths)
    for (const method of ['POST', 'GET', 'HEAD'])
      for (const end of [secret, `${secret}?x=${secret}`, `${secret}/more`, `${secret}%`])
        await stranger.send(method, `${path}${end}`)
  await stranger.send('GET', '/unsubscribe')
  // As a client sends it to a proxy, which `inject` cannot.
  log.info({ req: { method: 'GET', url: `http://localhost:3000/unsubscribe/${secret}` } })
  expect(lines.join('')).toContain('"path":"/unsubscribe/…"')
  expect(lines.join('')).toContain('"path":"/unsubscribe"')
  expect(lines.join('')).not.toContain(secret)
})

test('the token of a link whose # was encoded, or lost, is in no line', async () => {
  lines.length = 0
  const secret = 'T0kenOfSomebody'
  for (const page of ['verify-email', 'reset-password', 'answer', 'confirm', 'claim', 'a'])
    for (const join of [
      '%23token=',
      '%2523token%253D',
      '=23token=3D',
      '?token=',
      '/',
      '.token=',
      '%E2%80%8B%23',
    ])
      for (const path of [`/${page}`, `/%20${page.toUpperCase()}`, `/https://blood.example.edu/${page}`])
        await bank.stranger().send('GET', `${path}${join}${secret}%20${secret}`)
  await bank.stranger().send('GET', `/verify%E2%80%8B-email%23token=${secret}`)
  await bank.stranger().send('GET', `/verifyemail/${secret.repeat(3)}`)
  await bank.stranger().send('GET', `/verify-email%23token=${secret}%`)
  expect(lines.join('')).toContain('"path":"/verify-email…"')
  expect(lines.join('')).not.toContain(secret)
})

test('a database error does not quote the row', async () => {
  lines.length = 0
  const insert = bank.db
    .insertInto('users')
    .values({ email: `${SECRETS.patientName}@example.edu` })
    .execute()
  log.error(await insert.catch(error => error))
  expect(lines.join('')).toContain('users_email_check')
  expect(lines.join('')).not.toContain(SECRETS.patientName)
})
