import { readAlertPreferences, stopEmails } from '@blood-bank/contract/alerts/preferences'
import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import { expect, test } from 'vitest'
import { plannerOf } from '../../../testing/alerts/alerts.ts'
import { type Member, newDonor, post } from '../../../testing/offers/offers.ts'
import { AUTH_SECRET, PASSWORD, startTestApp } from '../../../testing/test-app.ts'
import { createUnsubscribeTokens } from '../unsubscribe-tokens.ts'

const bank = await startTestApp()
const plan = plannerOf(bank)
const { tokenOf, read } = createUnsubscribeTokens(AUTH_SECRET)

const pathFor = ({ id }: { id: string }) => `/unsubscribe/${tokenOf(id)}`

/** What a mail program sends (RFC 8058): a form without an origin and without cookies. */
const unsubscribe = (url: string, headers: Record<string, string> = {}) =>
  bank.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'List-Unsubscribe=One-Click',
  })

const isOn = async (donor: Member) => (await donor.call(readAlertPreferences)).body.preferences?.isOn

async function alertsFromOf({ id }: Member) {
  const { alertsFrom } = await bank.db
    .selectFrom('donors')
    .select('alertsFrom')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow()
  return Number(alertsFrom)
}

test('each alert has a link that stops alerts, in its text and for the mail program, also after the request is gone', async () => {
  const owner = await bank.signedInAs()
  const donor = await newDonor(bank)
  const bloodRequest = await post(owner)
  await plan()
  const [mail] = await bank.mailsTo(donor.user?.email ?? '')
  const url = `http://localhost:3000${pathFor(donor)}`
  expect(mail?.headers).toEqual({
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(mail?.text).toContain(`\n\nStop these emails: ${url}\n\n`)
  expect(mail?.html).toMatch(new RegExp(`<a [^>]*href="${url}"[^>]*>Stop these emails</a>`))
  await owner.call(deleteBloodRequest, { params: { id: bloodRequest.id } })
  expect((await unsubscribe(new URL(url).pathname)).statusCode).toBe(200)
  expect(await isOn(donor)).toBe(false)
  expect(await alertsFromOf(donor)).toBe(Number.POSITIVE_INFINITY)
})

test('the link works twice, and alerts can be turned on again', async () => {
  const donor = await newDonor(bank)
  for (const time of ['once', 'twice']) {
    const reply = await unsubscribe(pathFor(donor))
    expect([time, reply.statusCode, reply.json()]).toEqual([
      time,
      200,
      { message: SUCCESS_MESSAGES.alertsStopped },
    ])
    expect(reply.headers['cache-control']).toBe('no-store')
  }
  expect(await isOn(donor)).toBe(false)
  await donor.send('PATCH', '/api/alerts/preferences', { body: { isOn: true } })
  expect(await alertsFromOf(donor)).toBeLessThan(bank.now().getTime() + 1)
})

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\nList-Unsubscribe=One-Click\r\n--x--'],
  ['application/json', '{ not JSON'],
  [undefined, ''],
])('a body of the type %s is accepted and not read', async (type, payload) => {
  const donor = await newDonor(bank)
  const headers = type === undefined ? {} : { 'content-type': type }
  const { statusCode } = await bank.app.inject({ method: 'POST', url: pathFor(donor), headers, payload })
  expect([statusCode, await isOn(donor)]).toEqual([200, false])
})

test('a large body is refused', async () => {
  const donor = await newDonor(bank)
  const payload = 'x'.repeat(5_000)
  const { statusCode } = await bank.app.inject({ method: 'POST', url: pathFor(donor), payload })
  expect([statusCode, await isOn(donor)]).toEqual([413, true])
})

test('the origin and the cookies of the browser do not matter: the donor of the link is unsubscribed, nobody else', async () => {
  const donor = await newDonor(bank)
  const somebodyElse = await newDonor(bank)
  const cookie = String(somebodyElse.cookie)
  for (const origin of ['https://mail.example', 'null', 'http://localhost:3000']) {
    const reply = await unsubscribe(pathFor(donor), { origin, cookie })
    expect([origin, reply.statusCode, reply.headers['set-cookie']]).toEqual([origin, 200, undefined])
  }
  expect([await isOn(donor), await isOn(somebodyElse)]).toEqual([false, true])
})

test('a forged link is refused and changes nothing', async () => {
  const donor = await newDonor(bank)
  const other = await newDonor(bank)
  const token = tokenOf(donor.id)
  const last = token.endsWith('A') ? 'B' : 'A'
  const forged = [
    tokenOf(other.id).slice(0, 22) + token.slice(22),
    token.slice(0, -1) + last,
    token.slice(0, -1),
    `${token}A`,
    donor.id,
    'A'.repeat(65),
    createUnsubscribeTokens('another secret that is long enough too').tokenOf(donor.id),
    `${token}%00`,
    'ü',
  ]
  for (const one of forged) {
    const { statusCode, body } = await unsubscribe(`/unsubscribe/${encodeURIComponent(one)}`)
    expect([one, statusCode, JSON.parse(body).error.code]).toEqual([one, 404, 'unsubscribe-link-not-valid'])
  }
  expect([await isOn(donor), await isOn(other)]).toEqual([true, true])
  expect(read(token)).toEqual({ userId: donor.id, subject: 'alerts' })
})

test('the page of the link turns alerts off with its token, whoever is signed in', async () => {
  const donor = await newDonor(bank)
  const somebodyElse = await newDonor(bank)
  for (const person of [bank.stranger(), somebodyElse]) {
    const reply = await person.call(stopEmails, { body: { token: tokenOf(donor.id) } })
    expect([reply.status, reply.body]).toEqual([200, { message: SUCCESS_MESSAGES.alertsStopped }])
    expect(await isOn(donor)).toBe(false)
    await donor.send('PATCH', '/api/alerts/preferences', { body: { isOn: true } })
  }
  expect(await isOn(somebodyElse)).toBe(true)
  const forged = { body: { token: `${tokenOf(donor.id)}A` } }
  expect(await somebodyElse.call(stopEmails, forged)).toRefuse('unsubscribe-link-not-valid')
  expect(await isOn(donor)).toBe(true)
})

test('a scanner that opens the link changes nothing', async () => {
  const donor = await newDonor(bank)
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
    for (const headers of [{}, { cookie: String(donor.cookie) }])
      await bank.app.inject({ method, url: pathFor(donor), headers })
  expect(await isOn(donor)).toBe(true)
})

test('the link of an erased account and of a member without a donor profile does nothing', async () => {
  const donor = await newDonor(bank)
  const member = await bank.signedInAs()
  const path = pathFor(donor)
  await donor.call(eraseOwnAccount, { body: { password: PASSWORD } })
  expect((await unsubscribe(path)).statusCode).toBe(200)
  expect((await unsubscribe(pathFor(member))).statusCode).toBe(200)
  const ids = [donor.id, member.id]
  const stored = bank.db.selectFrom('alertPreferences').selectAll().where('userId', 'in', ids)
  expect(await stored.execute()).toEqual([])
})
