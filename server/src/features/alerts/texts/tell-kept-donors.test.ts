import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { addKeptDonor } from '@blood-bank/contract/kept-donors/kept-donor'
import { agreeToBeKept, readOwnKeptDonor, stopBeingKept } from '@blood-bank/contract/kept-donors/own-page'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/connection.ts'
import { SEGMENT, septets } from '../../../platform/text-messages/segment.ts'
import { startBankWithTexts } from '../../../testing/alerts/texts.ts'
import { storeCoordinator, storeKeptDonor } from '../../../testing/stored.ts'
import { AUTH_SECRET } from '../../../testing/test-app.ts'
import { createKeptTokens } from '../../kept-donors/consent/links.ts'
import { createOptOuts } from '../../kept-donors/opt-outs.ts'
import { enqueueKeptTexts, enqueueTextsOfWave } from './enqueue-texts.ts'
import { reserveTexts } from './reserve-texts.ts'
import { keptText, tellKeptDonors } from './tell-kept-donors.ts'

const bank = await startBankWithTexts({ SMS_PER_DAY: '20', QUIET_HOURS: '23-6', TIME_ZONE: 'UTC' })
const { db, config } = bank
const NOON = new Date(`${bank.now().toISOString().slice(0, 10)}T12:00:00Z`)
const tell = (now = NOON) => tellKeptDonors(db, now, config)

const WAITING = { state: 'waiting', consentKind: null, consentedAt: null } as const

afterEach(async () => {
  await db.deleteFrom('keptDonors').execute()
  await db.deleteFrom('textDays').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  bank.sent.length = 0
})

let numbers = 0
/** A kept donor who was stored so many minutes ago. */
function kept(minutesAgo = 0, more: Parameters<typeof storeKeptDonor>[1] = {}) {
  numbers += 1
  const contactNumber = `+88017110000${String(numbers).padStart(2, '0')}`
  const importedAt = new Date(NOON.getTime() - minutesAgo * 60_000)
  return storeKeptDonor(db, { contactNumber, importedAt, ...more })
}

const phones = () => bank.sent.map(({ phone }) => phone)

test('who agreed on paper is told and who did not is asked, each once, with the link of their page', async () => {
  const [told, asked] = [await kept(), await kept(0, WAITING)]
  await tell()
  await tell()
  expect(await bank.sendTexts()).toBe(2)
  const { clubName, publicUrl } = config
  const [question, notice] = bank.sent
  const linkIn = (message = '') => /\/kept#([\w-]{38})/.exec(message)?.[1] ?? ''
  expect(question).toEqual({
    phone: asked.contactNumber,
    message: `${clubName}: may we keep your blood group and number and call you for blood? ${publicUrl}/kept#${linkIn(question?.message)}`,
  })
  expect(notice).toEqual({
    phone: told.contactNumber,
    message: `Your blood group and number are kept by ${clubName}. Stop: ${publicUrl}/kept#${linkIn(notice?.message)}, or tell any of us.`,
  })
  const page = { body: { token: linkIn(question?.message) } }
  expect((await bank.stranger().call(readOwnKeptDonor, page)).body.consent).toBeNull()
  expect((await bank.stranger().call(agreeToBeKept, page)).body.consent?.kind).toBe('text')
  await tell()
  expect(await bank.textJobs()).toEqual([])
})

test('somebody whom a coordinator adds by text is asked, also after a stop, and only at a number that gets texts', async () => {
  const coordinator = await bank.signedInAs()
  await storeCoordinator(db, coordinator.id)
  const add = (contactNumber: string) =>
    coordinator.call(addKeptDonor, {
      body: { fullName: 'Hasan Mia', bloodGroup: 'B-', consentKind: 'text', contactNumber },
    })
  for (const number of ['02-9661920', '+44 7911 123456'])
    expect((await add(number)).error).toMatchObject({
      code: 'number-not-texted',
      fields: { contactNumber: expect.any(String) },
    })
  await createOptOuts(AUTH_SECRET).record(db, ['+8801711999999'], NOON)
  expect((await add('01711-999999')).status).toBe(201)
  await tell()
  await bank.sendTexts()
  expect(phones()).toEqual(['+8801711999999'])
  const token = /#([\w-]{38})/.exec(bank.sent[0]?.message ?? '')?.[1] ?? ''
  await bank.stranger().call(stopBeingKept, { body: { token } })
  // Nobody's telephone is a target: whoever stops once more is not asked again.
  expect(await add('01711-999999')).toRefuse('kept-donor-stopped')
})

test('a day has a tenth of its texts for them, those who are asked first, and then the oldest', async () => {
  const [young, old] = [await kept(1), await kept(3)]
  const [asked, abroad] = [await kept(0, WAITING), await kept(4, { contactNumber: '+447911123456' })]
  for (const days of [0, 0, 1, 2]) await tell(new Date(NOON.getTime() + days * DAY_MS))
  await bank.sendTexts()
  // Nobody waits behind a number to which nothing is sent.
  expect(phones()).toEqual([asked, old, young].map(({ contactNumber }) => contactNumber))
  const days = await db.selectFrom('textDays').select(['texts', 'keptTexts']).orderBy('day').execute()
  expect(days).toEqual([
    { texts: 2, keptTexts: 2 },
    { texts: 1, keptTexts: 1 },
  ])
  expect(
    (await db.selectFrom('keptDonors').select('toldAt').where('id', '=', abroad.id).execute())[0]?.toldAt,
  ).not.toBeNull()
})

test('those who share a number are told on different days, the one who was kept first before the others', async () => {
  const contactNumber = '+8801711999998'
  const [first, second] = [
    await kept(0, { contactNumber, askFor: 'Rima' }),
    await kept(0, { contactNumber, askFor: 'Karim' }),
  ]
  const told = async (hours: number) => {
    await tell(new Date(NOON.getTime() + hours * HOUR_MS))
    const rows = db.selectFrom('keptDonors').select('id').where('toldAt', 'is not', null).orderBy('id')
    return (await rows.execute()).map(({ id }) => id)
  }
  expect([await told(0), await told(9)]).toEqual([[first.id], [first.id]])
  expect(await told(25)).toEqual([first.id, second.id])
})

test('alerts that use up a day leave nothing for them, and what waits is sent after alerts', async () => {
  const { id } = await kept()
  const day = NOON.toISOString().slice(0, 10)
  const use = { kind: 'alert', hasRecord: true } as const
  await inTransaction(db, db => reserveTexts(db, { day, count: 20, perDay: 20, use }))
  await tell()
  expect(await bank.textJobs()).toEqual([])
  await inTransaction(db, db => enqueueKeptTexts(db, [id]))
  await enqueueTextsOfWave(db, [{ alertId: id }], { hasRecord: false })
  const { rows } = await sql<{ kind: string; queues: number }>`
    select payload ->> 'kind' as kind, dense_rank() over (order by job_queue_id)::int as queues
      from graphile_worker._private_jobs order by priority`.execute(db)
  expect(rows).toEqual([
    { kind: 'alert', queues: 1 },
    { kind: 'kept', queues: 1 },
  ])
})

test('nobody is texted in the quiet hours, after the end, without a gateway, or as a list only says', async () => {
  await kept(0, { ...WAITING, importedAt: new Date(0), expiresAt: NOON })
  await kept(0, {
    ...WAITING,
    state: 'invited',
    email: 'invited@example.edu',
    universityId: 'BBA-2019-033',
    universityRole: 'staff',
    department: 'Marketing',
  })
  await tell()
  await kept()
  await tell(new Date(NOON.getTime() + DAY_MS / 2))
  await tellKeptDonors(db, NOON, { ...config, textMessages: null })
  expect(await bank.textJobs()).toEqual([])
})

test('a stop by the link takes back a text that waits, also one that is enqueued at that moment', async () => {
  for (const isAtOnce of [false, true, true, true]) {
    const token = createKeptTokens(AUTH_SECRET).tokenOf(await kept())
    const telling = tell()
    if (!isAtOnce) await telling
    await bank.stranger().call(stopBeingKept, { body: { token } })
    await telling
    expect(await bank.textJobs()).toEqual([])
    await db.deleteFrom('textDays').execute()
  }
})

const TOKEN = 'x'.repeat(38)
test.each([
  ['Badhan', 'https://b.example/kept#', 'Badhan'],
  ['University Computer Club', 'https://blood.example.edu/kept#', 'University Computer Club'],
  [
    'Voluntary Blood Donors of the Bangladesh University of Engineering',
    'https://bloodbank.buet.ac.bd/kept#',
    'Voluntary Blood Donors',
  ],
  ['বাঁধন', `https://${'long.'.repeat(3)}example.edu/kept#`, 'the blood bank'],
  ['Badhan', `https://${'long.'.repeat(30)}example.edu/kept#`, ''],
])(
  '%s asks and tells in one segment with the whole link of %s, and both what it keeps',
  (club, base, name) => {
    const url = base + TOKEN
    for (const kind of ['tells', 'asks'] as const) {
      const text = keptText(kind, { club, url })
      expect(text).toContain(url)
      if (url.length > SEGMENT) continue
      expect(septets(text)).toBeLessThanOrEqual(SEGMENT)
      expect(text).toContain('our blood group and number')
      if (kind === 'asks') expect(text).toMatch(new RegExp(`^${name}( asks)?: may we keep`))
    }
  },
)
