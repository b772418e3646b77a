import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { NEED_KINDS, recipientGroupsOf } from '@blood-bank/contract/donors/needs'
import { expect, test } from 'vitest'
import { everyPage } from '../../testing/http/every-page.ts'
import { storeBloodRequest, storeUser } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const rima = await bank.signedInAs()
const nadia = await bank.signedInAs()
const { id: userId } = await storeUser(bank.db)

/** Two requests of each group, of different urgencies, each a minute newer than the one before; and what no list shows. */
let minute = 0
const store = (patientName: string, requiredBloodGroup: BloodGroup, more: object = {}) =>
  storeBloodRequest(bank.db, {
    patientName,
    requiredBloodGroup,
    userId,
    requestedAt: new Date(Date.UTC(2026, 0, 1, 12, minute++)),
    ...more,
  })
const URGENCIES = ['urgent', 'moderate', 'low'] as const
for (const round of [0, 1])
  for (const [at, group] of BLOOD_GROUPS.entries()) {
    const urgency = URGENCIES[(at + round) % URGENCIES.length] ?? 'urgent'
    await store(`${group} ${round}`, group, { urgency })
  }
await store('closed', 'O-', { status: 'fulfilled' })
await store('hidden', 'O-', { hiddenAt: new Date() })

const list = (donorBloodGroup: BloodGroup, query: object = {}) =>
  rima.call(listActiveBloodRequests, { query: { donorBloodGroup, ...query } })
const namesIn = ({ records }: { records: { patientName: string }[] }) =>
  records.map(({ patientName }) => patientName)

test.each(BLOOD_GROUPS)(
  'for donors of %s, the active requests of all whom they can give to are listed, newest first',
  async group => {
    const recipients = recipientGroupsOf(group, { component: 'blood', takesOtherGroups: false })
    const { body } = await list(group)
    const expected = [1, 0].flatMap(round =>
      recipients.toReversed().map(recipient => `${recipient} ${round}`),
    )
    expect(namesIn(body)).toEqual(expected)
    expect([body.total, body.next]).toEqual([expected.length, null])
    const pages = await everyPage(place => list(group, { limit: '3', ...place }))
    expect(namesIn({ records: pages.flat() })).toEqual(expected)
  },
)

test('the list is that of the group, for whoever asks: both get the same reply, and a new one after a post', async () => {
  const path = `${listActiveBloodRequests.path}?donorBloodGroup=AB-`
  const tagFor = async (person: typeof rima) => (await person.send('GET', path)).headers.etag
  const before = await tagFor(rima)
  expect(await tagFor(nadia)).toBe(before)
  await store('new', 'AB-')
  const after = await Promise.all([rima, nadia].map(tagFor))
  expect(new Set(after).size).toBe(1)
  expect(after[0]).not.toBe(before)
  expect(namesIn((await list('AB-')).body)[0]).toBe('new')
})

test('for donors of each group, platelets are listed by their own rule, whatever the day', async () => {
  const platelets = NEED_KINDS.filter(({ component }) => component !== 'blood')
  const nameOf = (group: BloodGroup, kind: object) => `platelets ${group} ${JSON.stringify(kind)}`
  for (const kind of platelets)
    for (const group of BLOOD_GROUPS) await store(nameOf(group, kind), group, kind)
  for (const group of BLOOD_GROUPS) {
    const expected = platelets.flatMap(kind =>
      recipientGroupsOf(group, kind).map(recipient => nameOf(recipient, kind)),
    )
    const names = namesIn((await list(group)).body).filter(name => name.startsWith('platelets'))
    expect(names).toEqual(expected.toReversed())
  }
})
