import { revealDonorNumber } from '@blood-bank/contract/donors/administration'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { expect, test } from 'vitest'
import { createLog } from '../platform/http/log.ts'
import { withRoutes } from '../testing/http/registered-routes.ts'
import { aPagesFolder } from '../testing/pages-folder.ts'
import { ORIGIN } from '../testing/person.ts'
import { KINDS, type Kind, populate } from '../testing/population.ts'
import { createRowSnapshot } from '../testing/postgres/row-snapshot.ts'
import { containsNumber, KEPT, OWN_NUMBER, PRIVATE_NUMBERS } from '../testing/private-numbers.ts'
import { startTestApp } from '../testing/test-app.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'trace' }, { write: line => void lines.push(line) })
const pagesFolder = await aPagesFolder()
const bank = await withRoutes(() => startTestApp({}, { pagesFolder, log }))
const { cookies } = await populate(bank)
const restore = await createRowSnapshot(bank.owner)

const NUMBERS = [...PRIVATE_NUMBERS, OWN_NUMBER]

/** Who knows the donors whom the club keeps. */
const COORDINATING: Kind[] = ['coordinator', 'admin', 'unverifiedAdmin']

type Sent = { method: string; url: string; body?: unknown; headers?: Record<string, string> }

/** The reply as text with its headers. Fails if it reveals a private number. */
async function replyTo(kind: Kind, { method, url, body, headers }: Sent) {
  const res = await bank.app.inject({
    method: method as 'POST',
    url,
    headers: { origin: ORIGIN, cookie: cookies[kind] ?? '', ...headers },
    ...(body !== undefined && { payload: body as object }),
  })
  const replyText = `${JSON.stringify(res.headers)}\n${res.body}`
  for (const number of [...(kind === 'member' ? PRIVATE_NUMBERS : NUMBERS), KEPT.contactNumber])
    if (containsNumber(replyText, number))
      expect.fail(`${method} ${url} reveals to ${kind} the number ${number}`)
  if (!COORDINATING.includes(kind))
    expect(replyText, `${method} ${url} to ${kind}`).not.toContain(KEPT.fullName)
  return { status: res.statusCode, replyText }
}

test.each([
  ['+8801799887766', '01799-887766'],
  ['+8801799887766', '+880 1799-887766'],
  ['01688776655', '8801688776655'],
  ['8801577665544', '+880 (1577) 665544'],
  ['০১৩৫৫৪৪৩৩২২', '+8801355443322'],
  ['+8801355443322', '০১৩৫৫-৪৪৩৩২২'],
])('the number %s is found in a reply with %s', (number, replyText) => {
  expect(containsNumber(`{"contactNumber":"${replyText}"}`, number)).toBe(true)
  expect(containsNumber(`{"contactNumber":"${replyText.replace(/.$/u, '1')}"}`, number)).toBe(false)
})

test('the private numbers are stored, and searches find their donors', async () => {
  const stored = await bank.owner.selectFrom('donors').select('contactNumber').execute()
  for (const number of NUMBERS) expect(stored).toContainEqual({ contactNumber: number })
  const { replyText } = await replyTo('newcomer', { method: 'GET', url: '/api/donors?bloodGroup=O-' })
  expect(replyText).toContain('"contactNumber":null')
})

// Generated calls, with ids that exist, are in `fuzz.test.ts`.
const readable = bank.routes.filter(route => route.startsWith('GET '))
test.each(readable)('%s reveals a private number to nobody but its owner', async route => {
  const path = route.replace('GET ', '').replace('*', 'nothing')
  for (const kind of KINDS) {
    // The route of GET answers it, so two show that nothing of the body is sent.
    if (kind === 'newcomer' || kind === 'admin') await replyTo(kind, { method: 'HEAD', url: path })
    for (const query of ['', '?limit=300', '?limit=300&bloodGroup=A%2B']) {
      const { status } = await replyTo(kind, { method: 'GET', url: `${path}${query}` })
      // Who may not call it is told so before the query is read.
      if ([401, 403, 404].includes(status)) break
    }
  }
})

test('no page reveals a private number to anybody but its owner, whatever it reads', async () => {
  for (const kind of KINDS) {
    for (const group of BLOOD_GROUPS)
      await replyTo(kind, { method: 'GET', url: `/find-donors?bloodGroup=${encodeURIComponent(group)}` })
    // The page of the fake build that reads what its query names.
    for (const route of readable)
      await replyTo(kind, { method: 'GET', url: `/dashboard?path=${route.replace('GET ', '')}` })
  }
  const url = '/find-donors?bloodGroup=O-'
  expect((await replyTo('member', { method: 'GET', url })).replyText).toContain('"contactNumber":null')
})

const ADMINS: Kind[] = ['admin', 'unverifiedAdmin']

test('only an admin who looks up the number of a donor who agreed to it is shown a private number', async () => {
  const donors = await bank.owner
    .selectFrom('donors')
    .select(['id', 'userId'])
    .where('contactNumber', 'in', NUMBERS)
    .execute()
  const lookUp = (kind: Kind, id: string) =>
    replyTo(kind, { method: 'POST', url: revealDonorNumber.path.replace(':id', id) })
  for (const { id } of donors) expect((await lookUp('admin', id)).status).toBe(409)
  const consents = donors.map(({ userId }) => ({ userId, version: CONSENT.version }))
  await bank.owner.insertInto('consents').values(consents).execute()
  for (const { id } of donors)
    for (const kind of KINDS)
      if (ADMINS.includes(kind)) await expect(lookUp(kind, id)).rejects.toThrow('the number')
      else await lookUp(kind, id)
  // A look changes no other reply.
  await replyTo('admin', { method: 'GET', url: '/api/admin/donors?limit=300' })
  await replyTo('admin', { method: 'GET', url: '/api/admin/overview' })
  await restore()
})

test('a donor without an account is known to coordinators and admins, and a call alone tells one of them the number', async () => {
  const { id } = await bank.owner
    .selectFrom('keptDonors')
    .select('id')
    .where('fullName', '=', KEPT.fullName)
    .executeTakeFirstOrThrow()
  const call = { method: 'POST', url: `/api/donors-to-call/kept/${id}/calls`, body: {} }
  for (const kind of KINDS) {
    const list = await replyTo(kind, { method: 'GET', url: '/api/donors-to-call?bloodGroup=A%2B' })
    expect([kind, list.status, list.replyText.includes(KEPT.fullName)]).toEqual(
      COORDINATING.includes(kind) ? [kind, 200, true] : [kind, kind === 'nobody' ? 401 : 403, false],
    )
    if (COORDINATING.includes(kind)) await expect(replyTo(kind, call)).rejects.toThrow('the number')
    else expect((await replyTo(kind, call)).status).toBe(list.status)
  }
  // A call changes no other reply.
  for (const kind of KINDS)
    for (const route of readable)
      await replyTo(kind, { method: 'GET', url: route.replace('GET ', '').replace(':id', id) })
  await restore()
})

test('refusals before routing reveal no private number', async () => {
  const number = PRIVATE_NUMBERS[0]
  const refused: Sent[] = [
    { method: 'GET', url: '/api/nothing' },
    { method: 'GET', url: '/%zz' },
    { method: 'OPTIONS', url: '/api/donors' },
    { method: 'PUT', url: '/api/donors/mine', headers: { origin: 'https://evil.example' } },
    { method: 'PUT', url: '/api/donors/mine', body: 'x'.repeat(70_000) },
    { method: 'PUT', url: '/api/donors/mine', body: { contactNumber: number } },
    { method: 'POST', url: '/api/donors', body: { contactNumber: `${number} 1234567890123`, role: number } },
  ]
  for (const kind of KINDS)
    for (const sent of refused) expect((await replyTo(kind, sent)).status).toBeGreaterThanOrEqual(400)
})

test('no mail and no log line contains a private number', async () => {
  for (const kind of ['unverified', 'admin'] as const)
    await replyTo(kind, { method: 'POST', url: '/api/accounts/verification-mails' })
  await bank.mailsTo('nobody@example.edu')
  const { status, replyText } = await replyTo('nobody', { method: 'GET', url: '/dev/mailbox.json' })
  expect([status, replyText]).toEqual([200, expect.stringContaining('Verify your email address')])
  expect(lines.length).toBeGreaterThan(100)
  for (const number of [...NUMBERS, KEPT.contactNumber])
    expect(lines.find(line => containsNumber(line, number))).toBeUndefined()
})
