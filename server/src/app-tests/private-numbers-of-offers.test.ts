import { setTimeout as pause } from 'node:timers/promises'
import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { activateDonor } from '@blood-bank/contract/donors/administration'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { withRoutes } from '../testing/http/registered-routes.ts'
import {
  close,
  gave,
  type Member,
  newDonor,
  offered,
  PATIENT,
  post,
  profileIdOf,
  recordGift,
  register,
  release,
  siteDate,
  undo,
  withdraw,
} from '../testing/offers/offers.ts'
import { passWaits } from '../testing/pass-time.ts'
import type { Person, Reply } from '../testing/person.ts'
import { containsNumber } from '../testing/private-numbers.ts'
import { startTestApp } from '../testing/test-app.ts'

const UNLIMITED = {
  NUMBERS_PER_HOUR: '0',
  NUMBERS_PER_DAY: '0',
  UNVERIFIED_NUMBERS_PER_HOUR: '0',
  UNVERIFIED_NUMBERS_PER_DAY: '0',
  OWN_EXPORTS_PER_MINUTE: '0',
}
const bank = await withRoutes(() => startTestApp(UNLIMITED))
const admin = await bank.signedInAs({ role: 'admin' })
const bystander = await newDonor(bank, { contactNumber: '01700-111111' })
const unverified = await bank.signedInAs({ emailVerified: false })

/** The numbers of one situation; each is unlike every other in the database. */
let situations = 0
function newNumbers() {
  situations += 1
  const digits = String(situations).padStart(2, '0')
  return {
    donor: `017551-512${digits}`.replace('-', ''),
    patient: `018662-634${digits}`.replace('-', ''),
    owner: `019773-756${digits}`.replace('-', ''),
    otherDonor: `015884-878${digits}`.replace('-', ''),
  }
}

type Situation = {
  donor: Member
  /** Has offered for the same request, and has withdrawn. */
  otherDonor: Member
  /** A donor with a private number, too, which nobody needs to see. */
  owner: Member
  bloodRequest: { id: string }
  offer: { id: string }
  numbers: ReturnType<typeof newNumbers>
}

async function aSituation(): Promise<Situation> {
  const numbers = newNumbers()
  const owner = await bank.signedInAs()
  await register(owner, { contactNumber: numbers.owner })
  const donor = await newDonor(bank, { contactNumber: numbers.donor })
  const otherDonor = await newDonor(bank, { contactNumber: numbers.otherDonor })
  const bloodRequest = await post(owner, { contactNumber: numbers.patient })
  await withdraw(otherDonor, await offered(otherDonor, bloodRequest))
  const offer = await offered(donor, bloodRequest)
  return { donor, otherDonor, owner, bloodRequest, offer, numbers }
}

const readable = bank.routes
  .filter(route => route.startsWith('GET '))
  .map(route => route.slice('GET '.length))
const exported = bank.routes
  .filter(route => /^POST \/api\/admin\/.*\/exports$/.test(route))
  .map(route => route.slice('POST '.length))

/** Calls until the server answers: on a busy machine it refuses calls for a moment, and such a reply shows nothing. */
async function answered(person: Person, method: 'GET' | 'POST', url: string): Promise<Reply<unknown>> {
  for (;;) {
    const reply = await person.send(method, url)
    if (reply.status < 429) return reply
    if (reply.status !== 503) expect.fail(`${method} ${url}: ${reply.status} ${reply.text}`)
    await pause(100)
  }
}

/** Everything that somebody can read, as pairs of what is read and the reply with its headers. */
async function* everythingFor(person: Person, { donor, bloodRequest }: Situation) {
  const profiles = await bank.db.selectFrom('donors').select('id').where('userId', '=', donor.id).execute()
  const urls = readable.flatMap(path => {
    const ofDonors = path.includes('/donors/:id') ? profiles : [bloodRequest]
    if (path.includes(':id')) return ofDonors.map(({ id }) => [path, path.replace(':id', id)] as const)
    const queries = path.startsWith('/api/donors')
      ? ['?limit=300&bloodGroup=O-', '?limit=300&bloodGroup=B%2B']
      : ['?limit=300']
    return queries.map(query => [path, `${path.replace('*', '')}${query}`] as const)
  })
  for (const [path, url] of urls) {
    let reply = await answered(person, 'GET', url)
    // It has no pages.
    if (reply.status === 400) reply = await answered(person, 'GET', url.replace(/\?.*/, ''))
    yield [`GET ${path}`, `${reply.text}\n${JSON.stringify(reply.headers)}`] as const
  }
  for (const path of exported) {
    const { text } = await answered(person, 'POST', path)
    yield [`POST ${path}`, text] as const
  }
}

/** Who reads which number where, as `role: number in route`. */
async function sightings(situation: Situation): Promise<string[]> {
  const { donor, otherDonor, owner, numbers } = situation
  const roles = { nobody: bank.stranger(), unverified, bystander, donor, otherDonor, owner, admin }
  const seen = new Set<string>()
  for (const [role, person] of Object.entries(roles))
    for await (const [route, reply] of everythingFor(person, situation))
      for (const [whose, number] of Object.entries(numbers))
        if (containsNumber(reply, number)) seen.add(`${role}: ${whose}'s number in ${route}`)
  return [...seen].sort()
}

const OWN = ['GET /api/donors/mine', 'GET /api/accounts/mine/export']
const own = (role: 'donor' | 'otherDonor' | 'owner') =>
  OWN.map(route => `${role}: ${role}'s number in ${route}`)
/** The requester gave the number on the request for everybody to see; afterwards it is the requester's and the admins'. */
const ON_REQUEST = [
  "owner: patient's number in GET /api/blood-requests/mine",
  "owner: patient's number in GET /api/accounts/mine/export",
  "admin: patient's number in GET /api/admin/blood-requests",
  "admin: patient's number in POST /api/admin/blood-requests/exports",
]
const MEMBERS = ['unverified', 'bystander', 'donor', 'otherDonor', 'owner', 'admin']
const LISTED = MEMBERS.flatMap(role =>
  ['GET /api/blood-requests', 'GET /api/blood-requests/:id'].map(
    route => `${role}: patient's number in ${route}`,
  ),
)
const CONTACT = [
  "owner: donor's number in GET /api/blood-requests/:id/offers",
  "donor: patient's number in GET /api/offers/mine",
  "donor: patient's number in GET /api/accounts/mine/export",
]
const withOwner = [...own('owner'), ...ON_REQUEST]
const everybody = [...own('donor'), ...own('otherDonor'), ...withOwner]

type State = [string, (situation: Situation) => Promise<unknown>, string[]]

const STATES: State[] = [
  ['stands', async () => {}, [...everybody, ...LISTED, ...CONTACT]],
  ['is withdrawn', ({ donor, offer }) => withdraw(donor, offer), [...everybody, ...LISTED]],
  ['is released', ({ owner, offer }) => release(owner, offer), [...everybody, ...LISTED]],
  ['is donated', ({ owner, offer }) => recordGift(owner, offer), [...everybody, ...LISTED, ...CONTACT]],
  [
    'is donated on a fulfilled request',
    ({ owner, bloodRequest, offer }) =>
      close(owner, bloodRequest, 'fulfilled', { offerIds: [offer.id], donatedOn: siteDate() }),
    [...everybody, ...CONTACT],
  ],
  [
    'was donated 48 hours ago',
    async ({ owner, offer }) => {
      await recordGift(owner, offer)
      const contactUntil = new Date()
      await bank.db.updateTable('offers').set({ contactUntil }).where('id', '=', offer.id).execute()
    },
    [...everybody, ...LISTED],
  ],
  [
    'stands again because its donation was undone',
    async ({ owner, offer }) => undo(owner, await gave(owner, offer)),
    [...everybody, ...LISTED, ...CONTACT],
  ],
  [
    'is for a cancelled request',
    ({ owner, bloodRequest }) => close(owner, bloodRequest, 'cancelled'),
    everybody,
  ],
  [
    'was for a deleted request',
    ({ owner, bloodRequest: { id } }) => owner.call(deleteBloodRequest, { params: { id } }),
    [...own('donor'), ...own('otherDonor'), ...own('owner')],
  ],
  [
    'is of a deactivated donor',
    async ({ donor }) =>
      admin.call(activateDonor, {
        params: { id: await profileIdOf(donor) },
        body: { isProfileActive: false },
      }),
    [...everybody, ...LISTED],
  ],
  [
    'is of a suspended donor, who is signed out,',
    ({ donor: { id } }) => admin.call(suspendUser, { params: { id }, body: { reason: 'other' } }),
    [...own('otherDonor'), ...withOwner, ...LISTED.filter(place => !place.startsWith('donor:'))],
  ],
  [
    'is for a request of a suspended member, who is signed out,',
    ({ owner: { id } }) => admin.call(suspendUser, { params: { id }, body: { reason: 'other' } }),
    [...own('donor'), ...own('otherDonor'), ...ON_REQUEST.filter(place => place.startsWith('admin:'))],
  ],
]

test.each(STATES)(
  'while an offer %s, exactly those see a number whom the design names',
  async (_, act, expected) => {
    const situation = await aSituation()
    await act(situation)
    expect(await sightings(situation)).toEqual(expected.toSorted())
  },
)

test('no email about offers and donations contains a number, or a name of the patient, hospital or requester', async () => {
  const { donor, owner, offer, bloodRequest, numbers } = await aSituation()
  const mailsTo = async ({ user }: Member) => {
    await passWaits(bank.db)
    return bank.mailsTo(user?.email ?? '')
  }
  await mailsTo(owner)
  await withdraw(donor, offer)
  await mailsTo(owner)
  const again = await offered(donor, bloodRequest)
  const donation = await gave(owner, again)
  await mailsTo(donor)
  await undo(owner, donation)
  await mailsTo(donor)
  await release(owner, again)
  const [toOwner, toDonor] = [await mailsTo(owner), await mailsTo(donor)]
  expect([toOwner.length, toDonor.length]).toEqual([2, 3])
  const mails = [...toOwner, ...toDonor]
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(5)
  // Without the random id, which can contain the digits of any number.
  for (const { to, subject, text: plain, html } of mails) {
    const text = [to, subject, plain, html].join('\n')
    for (const name of Object.values(PATIENT)) expect(text).not.toContain(name)
    for (const number of Object.values(numbers)) expect(containsNumber(text, number)).toBe(false)
    expect(text).not.toMatch(/\b01[5-9]\d\d/)
  }
})
