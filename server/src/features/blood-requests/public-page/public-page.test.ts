import {
  type ClosedStatus,
  closeBloodRequest,
  deleteBloodRequest,
} from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { createSharePage, revokeSharePage } from '@blood-bank/contract/blood-requests/share-pages'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { liftSuspension, suspendUser } from '@blood-bank/contract/users/administration'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import { aPagesFolder } from '../../../testing/pages-folder.ts'
import { aBloodRequest } from '../../../testing/person.ts'
import { storeDonation } from '../../../testing/stored.ts'
import { NO_POSTING_LIMITS, PASSWORD, startTestApp } from '../../../testing/test-app.ts'
import { describeWhen } from './active-page.ts'

const pagesFolder = await aPagesFolder()
const bank = await startTestApp({ ...NO_POSTING_LIMITS, BRAND_NAME: 'Blood & <Friends>' }, { pagesFolder })
const owner = await bank.signedInAs()
const member = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })

type Form = Parameters<typeof aBloodRequest>[0]

async function shared(form: Form = {}, person = owner) {
  const { body } = await person.call(postBloodRequest, { body: aBloodRequest({ unitsRequired: 3, ...form }) })
  const params = { id: body.id }
  const { url } = (await person.call(createSharePage, { params })).body
  return { params, url, person, path: new URL(url).pathname }
}
type Shared = Awaited<ReturnType<typeof shared>>
const open = (path: string, cookie?: string) =>
  bank.stranger().send('GET', path, cookie === undefined ? {} : { headers: { cookie } })
const headingOf = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]?.replace(/<.*?>/g, '')
const titleOf = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1]
const factsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name, fact]) => [name, fact]),
  )

const previewOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<meta property="og:(.*?)" content="(.*?)">/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )

const UNAVAILABLE = 'This page is not available'
const NEVER_ISSUED = `/r/${'0'.repeat(26)}`

async function expectUnavailable(path: string) {
  const [reply, unknown] = [await open(path), await open(NEVER_ISSUED)]
  expect([reply.status, headingOf(reply.text)]).toEqual([404, UNAVAILABLE])
  expect(reply.text).toBe(unknown.text)
}

test('everybody reads what is needed, where, how soon, and whether it still is', async () => {
  const { path, params } = await shared({ urgency: 'moderate', neededBy: null })
  const neededBy = new Date('2027-01-05T12:30:00Z')
  await bank.db.updateTable('bloodRequests').set({ neededBy }).where('id', '=', params.id).execute()
  for (const person of [bank.stranger(), owner, member, admin]) {
    const { status, text } = await person.send('GET', path)
    expect([status, headingOf(text)]).toEqual([200, 'B+ needed by Jan 5 at Dhaka Medical College Hospital'])
    expect(factsOf(text)).toEqual({
      Urgency: 'Moderate (Within 24-48 hours)',
      Units: '3 of 3 still needed',
      'Needed by': 'Jan 5, 2027, 6:30 PM',
      'Who can give': 'B+, B−, O+, O−',
      'As of': expect.stringMatching(/^\w{3} \d+, \d{4}, \d+:\d\d [AP]M$/),
    })
    expect(text).not.toMatch(/cross-match|<script/)
  }
})

const linkOf = (text: string, label: string) =>
  new RegExp(`href="([^"]*)">${label}<`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''

test('who can help registers with the request in view; others pass the page on by WhatsApp', async () => {
  const { path, url, params } = await shared({ urgency: 'urgent' })
  const { text } = await open(path)
  expect(headingOf(text)).toBe('B+ needed today at Dhaka Medical College Hospital')
  expect(linkOf(text, 'I can help')).toBe(`/register?request=${params.id}&shared=${path.slice('/r/'.length)}`)
  const passOn = new URL(linkOf(text, 'Pass it on'))
  expect(`${passOn.origin}${passOn.pathname}`).toBe('https://wa.me/')
  expect(passOn.searchParams.get('text')).toBe(
    `B+ blood needed at Dhaka Medical College Hospital: 3 units, urgent. Is it still needed, and can you help? ${url}`,
  )
})

test('units that were given are no longer needed', async () => {
  const { path, params } = await shared({ unitsRequired: 2 })
  const give = async () => {
    await storeDonation(bank.db, { bloodRequestId: params.id })
    return (await open(path)).text
  }
  const [afterOne, afterTwo] = [await give(), await give()]
  expect(factsOf(afterOne).Units).toBe('1 of 2 still needed')
  expect(afterOne).not.toContain('All units have been given')
  expect(factsOf(afterTwo).Units).toBe('0 of 2 still needed')
  expect(headingOf(afterTwo)).toBe('B+ was needed at Dhaka Medical College Hospital')
  expect([linkOf(afterTwo, 'Pass it on'), previewOf(afterTwo).image]).toEqual([
    '',
    'http://localhost:3000/previews/b-positive-closed.png',
  ])
  expect(afterTwo).toContain('All units have been given')
})

test('a request that nobody confirmed is not said to be needed without doubt', async () => {
  const { path, params } = await shared()
  const unconfirmedSince = new Date('2026-11-03T12:00:00Z')
  await bank.db.updateTable('bloodRequests').set({ unconfirmedSince }).where('id', '=', params.id).execute()
  const { text } = await open(path)
  expect(text).toContain('Since November 3, 2026 the member who asked has not said')
  expect(headingOf(text)).toBe('B+ needed at Dhaka Medical College Hospital')
})

test.each<[ClosedStatus, string]>([
  ['fulfilled', 'was fulfilled'],
  ['cancelled', 'was cancelled'],
])('a page that is passed on after its request was %s says so', async (status, words) => {
  const { path, params } = await shared()
  await owner.call(closeBloodRequest, { params, body: { status } })
  const reply = await open(path)
  expect([reply.status, headingOf(reply.text)]).toEqual([200, 'Blood is no longer needed'])
  expect(reply.text).toContain(`The request for B+ blood at Dhaka Medical College Hospital ${words}.`)
  expect(reply.text).not.toMatch(/I can help|Pass it on|<svg class="qr"|needed today/)
  expect(previewOf(reply.text)).toMatchObject({
    image: 'http://localhost:3000/previews/b-positive-closed.png',
    'image:alt': 'B+ blood is no longer needed',
  })
})

test('an erroneous address says the same as a page that never was', async () => {
  for (const path of ['/r/short', `${NEVER_ISSUED}0`, '/r/%00', '/r/%F0%9F%98%80'])
    await expectUnavailable(path)
})

const hide = ({ params }: Shared, hiddenAt: Date | null) =>
  bank.db.updateTable('bloodRequests').set({ hiddenAt }).where('id', '=', params.id).execute()

test.each<[string, (page: Shared) => Promise<unknown>, (page: Shared) => Promise<unknown>, boolean]>([
  [
    'was revoked',
    ({ params, person }) => person.call(revokeSharePage, { params }),
    ({ params, person }) => person.call(createSharePage, { params }),
    false,
  ],
  [
    'is of a deleted request',
    ({ params, person }) => person.call(deleteBloodRequest, { params }),
    async () => {},
    false,
  ],
  ['is of a request that reports hide', page => hide(page, new Date()), page => hide(page, null), true],
  [
    'is of a closed request, whose owner is suspended,',
    async ({ params, person }) => {
      await person.call(closeBloodRequest, { params, body: { status: 'fulfilled' } })
      await admin.call(suspendUser, { params: { id: person.id }, body: { reason: 'false-requests' } })
    },
    ({ person: { id } }) => admin.call(liftSuspension, { params: { id } }),
    true,
  ],
  [
    'is of an erased account',
    ({ person }) => person.call(eraseOwnAccount, { body: { password: PASSWORD } }),
    async () => {},
    false,
  ],
])('a page that %s says the same as one that never was', async (_, end, undo, comesBack) => {
  const page = await shared({}, await bank.signedInAs())
  await end(page)
  await expectUnavailable(page.path)
  await undo(page)
  if (comesBack) expect((await open(page.path)).status).toBe(200)
  else await expectUnavailable(page.path)
})

test('texts are escaped, and a hospital that names a person or a number is for members only', async () => {
  const odd = await shared({ hospitalName: `"><script>alert(1)</script> & Sons` })
  const { text } = await open(odd.path)
  expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Sons')
  expect(text).toContain('Blood &amp; &lt;Friends&gt;')
  expect(text).not.toContain('<script')
  // Stored before the form refused numbers and links.
  for (const hospitalName of [
    'Ward of Abdul',
    'City Hospital, 01812-345678',
    '①②③④⑤⑥⑦',
    'zero one eight one two three',
    'Win at evil.example',
  ]) {
    const { path, params } = await shared()
    await bank.db.updateTable('bloodRequests').set({ hospitalName }).where('id', '=', params.id).execute()
    const page = await open(path)
    expect(page.text).not.toContain(hospitalName)
    expect(titleOf(page.text)).toBe('B+ needed today · Blood &amp; &lt;Friends&gt;')
    expect(factsOf(page.text).Hospital).toBe('Members see it after signing in')
  }
})

test('a preview of the link says what is needed and as of when, with a picture of the group', async () => {
  const { path, url } = await shared({ requiredBloodGroup: 'AB-' })
  expect(previewOf((await open(path)).text)).toEqual({
    type: 'website',
    site_name: 'Blood &amp; &lt;Friends&gt;',
    title: 'AB− needed today at Dhaka Medical College Hospital',
    description: expect.stringMatching(
      /^Urgent \(Immediate Need\), 3 of 3 still needed\. As of .+; open the link to see the current status\.$/,
    ),
    url,
    image: 'http://localhost:3000/previews/ab-negative-needed.png',
    'image:type': 'image/png',
    'image:width': '1200',
    'image:height': '630',
    'image:alt': 'AB− blood needed',
  })
  expect((await open(NEVER_ISSUED)).text).not.toContain('og:')
})

test('the QR code leads to the page', async () => {
  const { path, url } = await shared()
  const { text } = await open(path)
  const size = Number(/class="qr" viewBox="0 0 (\d+)/.exec(text)?.[1])
  const SCALE = 4
  const data = new Uint8Array((size * SCALE) ** 2 * 4).fill(255)
  const rectangles = text.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)
  for (const [x, y, run] of [...rectangles].map(([, ...numbers]) => numbers.map(Number)))
    for (let row = 0; row < SCALE; row++) {
      const start = ((Number(y) * SCALE + row) * size * SCALE + Number(x) * SCALE) * 4
      data.fill(0, start, start + Number(run) * SCALE * 4)
    }
  expect(decodeQR({ width: size * SCALE, height: size * SCALE, data })).toBe(url)
})

test.each([
  ['theme=dark', ' data-theme="dark"'],
  ['theme=light', ' data-theme="light"'],
  ['theme="><script>', ''],
  ['a=b', ''],
])('with the cookie %s the page is in the chosen theme', async (cookie, attribute) => {
  const { headers, text } = await open(NEVER_ISSUED, cookie)
  expect(/<html lang="en"(.*?)>/.exec(text)?.[1]).toBe(attribute)
  expect(headers.vary).toContain('cookie')
})

test('the page may run no scripts, is in no search engine, and is kept by proxies only, for less than a minute', async () => {
  const { path } = await shared()
  for (const [method, url] of [
    ['GET', path],
    ['HEAD', path],
    ['GET', NEVER_ISSUED],
  ] as const) {
    const { headers } = await bank.stranger().send(method, url)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=30, must-revalidate',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    })
  }
  const { text } = await open(path)
  expect(text).toContain('<meta name="robots" content="noindex">')
  expect(text).toContain('<link rel="stylesheet" href="/assets/share-page-4d1b.css">')
})

test('the page of an active request says how soon the first donor answered last month', async () => {
  const { path, params } = await shared()
  expect((await open(path)).text).not.toContain('Last month')
  const [year, month] = calendarDate(bank.now(), bank.config.timeZone).split('-').map(Number)
  const lastMonth = new Date(Date.UTC(Number(year), Number(month) - 2, 1)).toISOString().slice(0, 10)
  await bank.db
    .insertInto('answerTimes')
    .values({ month: lastMonth, posted: 20, answered: 12, medianMinutes: 130, computedOn: lastMonth })
    .execute()
  expect((await open(path)).text).toContain('Last month the first donor answered after 2 hours.')
  await owner.call(closeBloodRequest, { params, body: { status: 'cancelled' } })
  expect((await open(path)).text).not.toContain('Last month')
})

// In Dhaka it is the 25th, 23:00.
const NOW = new Date('2026-11-25T17:00:00Z')
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const when = (need: Partial<Parameters<typeof describeWhen>[0]>) =>
  describeWhen(
    { urgency: 'urgent', unitsLeft: 1, neededBy: null, statedAt: NOW, unconfirmedSince: null, ...need },
    { now: NOW, timeZone: 'Asia/Dhaka' },
  )

test.each<[string, Parameters<typeof when>[0], string | null]>([
  ['urgent', {}, 'today'],
  ['urgent, stated yesterday', { statedAt: inHours(-24) }, 'today'],
  ['urgent, stated days ago', { statedAt: inHours(-70) }, null],
  ['planned', { urgency: 'low' }, 'soon'],
  ['moderate, just posted', { urgency: 'moderate' }, 'by Nov 27'],
  ['moderate, posted yesterday', { urgency: 'moderate', statedAt: inHours(-24) }, 'by tomorrow'],
  ['moderate, posted two days ago', { urgency: 'moderate', statedAt: inHours(-47.5) }, 'today'],
  ['moderate, posted three days ago', { urgency: 'moderate', statedAt: inHours(-72) }, null],
  ['needed before midnight', { neededBy: inHours(0.9) }, 'today'],
  ['needed after midnight', { neededBy: inHours(1) }, 'by tomorrow'],
  ['needed on another day, whatever the urgency', { neededBy: inHours(24 * 41) }, 'by Jan 5'],
  ['needed earlier today', { neededBy: inHours(-1) }, null],
  ['not confirmed', { unconfirmedSince: inHours(-1) }, null],
  ['all units given', { unitsLeft: 0 }, null],
])('a request that is %s says when blood is needed', (_, need, words) => {
  expect(when(need)).toBe(words)
})
