import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { exportDonors } from '@blood-bank/contract/donors/endpoints'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { registerAccount, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { changeRole, exportUsers } from '@blood-bank/contract/users/endpoints'
import { expect, test } from 'vitest'
import { createLog } from '../platform/http/log.ts'
import { aBloodRequest } from '../testing/builders.ts'
import { PASSWORD, startTestApp } from '../testing/test-app.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'info' }, { write: line => void lines.push(line) })
const bank = await startTestApp({ POSTS_PER_DAY: '1' }, { log })

const answered = () => lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'answered')

test('the log line of a call does not tell who made it, nor from where', async () => {
  const rima = await bank.signedInAs()
  lines.length = 0
  await rima.call(readSession)
  await rima.send('GET', '/api/nothing')
  expect(answered().map(({ status }) => status)).toEqual([200, 404])
  for (const line of lines) {
    expect(line).not.toContain(rima.id)
    expect(line).not.toContain('127.0.0.1')
  }
})

test('no security event contains an address, a name or a number', async () => {
  lines.length = 0
  const admin = await bank.signedInAs({ email: 'head@example.edu', role: 'admin' })
  const rima = await bank.signedInAs({ email: 'rima@example.edu' })
  const newcomer = { email: 'new@example.edu', password: PASSWORD }
  await bank.stranger().call(registerAccount, { body: newcomer })
  await bank.stranger().call(signIn, { body: newcomer })
  for (let time = 0; time < 8; time += 1)
    await bank.stranger().call(signIn, { body: { ...newcomer, password: 'a wrong guess' } })
  await bank.stranger().call(sendPasswordResetMail, { body: { email: newcomer.email } })
  const body = aBloodRequest({ patientName: 'Patient Nobody Knows', contactNumber: '01733-221100' })
  for (let time = 0; time < 2; time += 1) await rima.call(postBloodRequest, { body })
  await admin.call(exportDonors, { query: {} })
  await admin.call(exportUsers, { query: { search: 'rima@example.edu' } })
  await admin.call(changeRole, { params: { id: rima.id }, body: { role: 'admin' } })
  await rima.call(exportOwnAccount)
  await bank.stranger().call(signIn, { body: { email: 'rima@example.edu', password: PASSWORD } })
  const leaving = await bank.signedInAs({ email: 'leaving@example.edu' })
  await leaving.call(eraseOwnAccount, { body: { password: PASSWORD } })

  const events = lines.filter(line => line.includes('"securityEvent"'))
  expect(events.length).toBeGreaterThan(0)
  expect(events.join()).toContain('"post-limit-reached"')
  for (const event of events) {
    // Their digits can be those of the number.
    const { time: _, pid: __, ...details } = JSON.parse(event)
    const line = JSON.stringify(details)
    expect(line).not.toMatch(/@|%40/)
    for (const word of ['rima', 'Nobody', '01733', '221100', PASSWORD, 'wrong guess'])
      expect(line).not.toContain(word)
  }
})
