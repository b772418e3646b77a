import {
  confirmTextNumber,
  MAX_WRONG_CODES,
  readTextMessages,
  sendTextCode,
  stopTextMessages,
  wrongCodeMessage,
} from '@blood-bank/contract/alerts/texts'
import { activateDonor } from '@blood-bank/contract/donors/administration'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyDonor } from '../../../testing/alerts/alerts.ts'
import { codeIn, startBankWithTexts } from '../../../testing/alerts/texts.ts'
import { aDonor, type Person } from '../../../testing/person.ts'
import { storeKeptDonor } from '../../../testing/stored.ts'
import { AUTH_SECRET, PASSWORD, startTestApp } from '../../../testing/test-app.ts'
import { createOptOuts } from '../../kept-donors/opt-outs.ts'
import { codeMessage } from './codes.ts'
import { enqueueCode, enqueueTextsOfWave } from './enqueue-texts.ts'
import { listTextNumbersOf } from './numbers.ts'

const bank = await startBankWithTexts()
let numbers = 0

/** A mobile number of Bangladesh that no other test has, in international form. */
const aPhone = () => {
  numbers += 1
  return `+88017${String(10_000_000 + numbers)}`
}

const stateOf = async (person: Person) => (await person.call(readTextMessages)).body.textMessages
const confirm = (person: Person, code: string) => person.call(confirmTextNumber, { body: { code } })
const numbersOf = ({ id }: { id: string }) => listTextNumbersOf(bank.db, [id])

/** Asks for a code and reads it on the phone. */
async function getCode(person: Person, phone: string) {
  expect((await person.call(sendTextCode)).status).toBe(202)
  await bank.sendTexts()
  return codeIn(bank.textsTo(phone).at(-1))
}

const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a donor turns text messages on with the code that comes to their phone, and off again', async () => {
  const phone = aPhone()
  const rima = await bank.signedInDonor(`0${phone.slice(4)}`)
  const number = `+880 ${phone.slice(4, 8)} ${phone.slice(8)}`
  expect(await stateOf(rima)).toEqual({ status: 'off', number, obstacle: null })

  expect((await rima.call(sendTextCode)).body.status).toBe('code-needed')
  await bank.sendTexts()
  const [text, ...others] = bank.textsTo(phone)
  expect(others).toEqual([])
  expect(text?.message).toMatch(
    /^\d{6} is your code for University Blood Bank\. It is valid for ten minutes\. If you did not ask for it, ignore this message\.$/,
  )
  expect(await numbersOf(rima)).toEqual([])
  // As people copy it, in the digits of any script.
  const typed = codeIn(text).replace(/\d/g, digit => '০১২৩৪৫৬৭৮৯'.charAt(Number(digit)))
  expect((await confirm(rima, ` ${typed.slice(0, 3)} ${typed.slice(3)}`)).body.status).toBe('on')
  expect(await stateOf(rima)).toEqual({ status: 'on', number, obstacle: null })
  expect(await numbersOf(rima)).toEqual([{ userId: rima.id, phone }])
  // A second press, and asking for a code again, change nothing.
  expect((await confirm(rima, '123456')).body.status).toBe('on')
  expect((await rima.call(sendTextCode)).body.status).toBe('on')
  await bank.sendTexts()
  expect(bank.textsTo(phone)).toHaveLength(1)

  expect((await rima.call(stopTextMessages)).status).toBe(204)
  expect((await stateOf(rima))?.status).toBe('off')
  expect(await bank.db.selectFrom('textNumbers').selectAll().where('userId', '=', rima.id).execute()).toEqual(
    [],
  )
  expect(await confirm(rima, codeIn(text))).toRefuse('text-code-expired')
})

test.each<[string, { fullName: string; askFor?: string }[], string[]]>([
  ['the one who has it', [{ fullName: 'Hasan Mia' }], []],
  [
    'of those who share it the one with the name',
    [
      { fullName: 'KARIM Uddin', askFor: 'Karim' },
      { fullName: 'Hasan Mia', askFor: 'Hasan' },
    ],
    ['Hasan Mia'],
  ],
  [
    'none of those who share it if nobody has the name',
    [
      { fullName: 'Salma Mia', askFor: 'Salma' },
      { fullName: 'Hasan Mia', askFor: 'Hasan' },
    ],
    ['Hasan Mia', 'Salma Mia'],
  ],
])('the right code ends what the club keeps of the number without an account: %s', async (_, kept, left) => {
  const phone = aPhone()
  const optOuts = createOptOuts(AUTH_SECRET)
  for (const donor of kept) await storeKeptDonor(bank.db, { contactNumber: phone, ...donor })
  await optOuts.record(bank.db, [phone], bank.now())
  const karim = await bank.signedInDonor(phone)
  await bank.db
    .updateTable('donors')
    .set({ fullName: 'Karim Uddin' })
    .where('userId', '=', karim.id)
    .execute()
  const code = await getCode(karim, phone)
  const names = async () =>
    (
      await bank.db
        .selectFrom('keptDonors')
        .select('fullName')
        .where('contactNumber', '=', phone)
        .orderBy('fullName')
        .execute()
    ).map(({ fullName }) => fullName)
  const before = await names()
  await confirm(karim, anotherCode(code))
  expect(await names()).toEqual(before)
  expect((await confirm(karim, code)).body.status).toBe('on')
  expect(await names()).toEqual(left)
  expect([...(await optOuts.find(bank.db, [phone]))]).toEqual([])
})

test('five wrong codes end a code, and tries that come at once are counted', async () => {
  const phone = aPhone()
  const rima = await bank.signedInDonor(phone)
  const code = await getCode(rima, phone)
  const wrong = anotherCode(code)
  expect(await confirm(rima, wrong)).toRefuse('wrong-text-code', wrongCodeMessage(4))
  expect(wrongCodeMessage(4)).toBe('This is not the code of the last text message. You can try 4 times more.')
  const server = await bank.anotherServer()
  const there = Object.assign(server.stranger(), { cookie: rima.cookie })
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, at) => confirm(at % 2 ? rima : there, wrong)),
  )
  expect(tries.filter(({ text }) => text.includes('"wrong-text-code"'))).toHaveLength(MAX_WRONG_CODES - 2)
  expect(await confirm(rima, code)).toRefuse('too-many-wrong-codes')
  const next = await getCode(rima, phone)
  expect((await confirm(rima, next)).body.status).toBe('on')
})

test('a code is valid for ten minutes, and until the next one', async () => {
  const phone = aPhone()
  const rima = await bank.signedInDonor(phone)
  const first = await getCode(rima, phone)
  const second = await getCode(rima, phone)
  if (first !== second) expect(await confirm(rima, first)).toRefuse('wrong-text-code', wrongCodeMessage(4))
  bank.advance(10 * MINUTE_MS)
  expect(await confirm(rima, second)).toRefuse('text-code-expired')
  bank.advance(-10 * MINUTE_MS)
})

test.each([
  ['02-9661920', 'number-not-mobile', 'not-mobile'],
  ['+8816 1234 5678', 'number-of-other-country', 'other-country'],
  ['+44 7911 123456', 'number-of-other-country', 'other-country'],
  ['555 0 1 55', 'number-not-mobile', 'not-mobile'],
  ['01712-345678 ext. 4', 'number-has-extension', 'extension'],
] as const)(
  'a donor with the number %s is told why it gets no text messages',
  async (number, code, obstacle) => {
    const rima = await bank.signedInDonor(number)
    expect(await rima.call(sendTextCode)).toRefuse(code)
    expect(await stateOf(rima)).toMatchObject({ status: 'off', obstacle })
  },
)

test('numbers of countries where nobody can tell are texted', async () => {
  const bank = await startBankWithTexts({ SMS_COUNTRIES: 'us, +881' })
  for (const [number, phone] of [
    ['+1 212-555-1234', '+12125551234'],
    ['+8816 1234 5678', '+881612345678'],
  ] as const) {
    expect((await (await bank.signedInDonor(number)).call(sendTextCode)).status).toBe(202)
    await bank.sendTexts()
    expect(bank.textsTo(phone)).toHaveLength(1)
  }
  expect(await (await bank.signedInDonor('+1 416-967-1111')).call(sendTextCode)).toRefuse(
    'number-of-other-country',
  )
})

test('a changed number ends text messages until the new one is confirmed', async () => {
  const [phone, other] = [aPhone(), aPhone()]
  const rima = await bank.signedInDonor(phone)
  await confirm(rima, await getCode(rima, phone))
  const edit = (contactNumber: string) => rima.call(updateOwnDonor, { body: aDonor({ contactNumber }) })
  // The same number, written differently.
  await edit(`0${phone.slice(4, 7)} ${phone.slice(7)}`)
  expect(await numbersOf(rima)).toEqual([{ userId: rima.id, phone }])
  await edit(other)
  expect(await numbersOf(rima)).toEqual([])
  expect((await stateOf(rima))?.status).toBe('number-changed')
  // Also when it is changed back.
  await edit(phone)
  expect(await numbersOf(rima)).toEqual([])
  await edit(other)
  expect((await confirm(rima, await getCode(rima, other))).body.status).toBe('on')
  expect(await numbersOf(rima)).toEqual([{ userId: rima.id, phone: other }])
})

test('a code for one number confirms no other', async () => {
  const [own, stranger] = [aPhone(), aPhone()]
  const rima = await bank.signedInDonor(own)
  const code = await getCode(rima, own)
  await rima.call(updateOwnDonor, { body: aDonor({ contactNumber: stranger }) })
  expect(await confirm(rima, code)).toRefuse('text-code-expired')
  // A code that waits when the number is changed goes to neither.
  await rima.call(sendTextCode)
  await rima.call(updateOwnDonor, { body: aDonor({ contactNumber: own }) })
  await bank.sendTexts()
  expect([bank.textsTo(own).length, bank.textsTo(stranger).length]).toEqual([1, 0])
})

test('a confirmed number cannot be confirmed by another account while it is, also at the same time', async () => {
  const phone = aPhone()
  const [rima, karim] = [await bank.signedInDonor(phone), await bank.signedInDonor(phone)]
  const codes = [await getCode(rima, phone), await getCode(karim, phone)] as const
  const replies = await Promise.all([confirm(rima, codes[0]), confirm(karim, codes[1])])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [first, second] = replies[0].status === 200 ? [rima, karim] : [karim, rima]
  const code = first === rima ? codes[1] : codes[0]
  expect(await confirm(second, code)).toRefuse('text-number-taken')
  await first.call(stopTextMessages)
  // The refusal used up nothing.
  expect((await confirm(second, code)).body.status).toBe('on')
})

test('nobody but active donors gets codes or text messages', async () => {
  const phone = aPhone()
  const member = await bank.signedInAs()
  expect((await member.call(readTextMessages)).body).toEqual({ textMessages: null })
  expect(await member.call(sendTextCode)).toRefuse('alerts-for-donors')
  expect(await confirm(member, '123456')).toRefuse('alerts-for-donors')

  const rima = await bank.signedInAs()
  const { body: profile } = await rima.call(registerDonor, { body: aDonor({ contactNumber: phone }) })
  const admin = await bank.signedInAs({ role: 'admin' })
  const activate = (isProfileActive: boolean) =>
    admin.call(activateDonor, { params: { id: profile.id }, body: { isProfileActive } })
  await rima.call(sendTextCode)
  await activate(false)
  await bank.sendTexts()
  expect(bank.textsTo(phone)).toEqual([])
  expect(await rima.call(sendTextCode)).toRefuse('donor-inactive')
  await activate(true)
  await confirm(rima, await getCode(rima, phone))
  expect(await numbersOf(rima)).toHaveLength(1)
  await activate(false)
  expect(await numbersOf(rima)).toEqual([])
  await activate(true)
  await bank.db.updateTable('donors').set({ isHidden: true }).where('userId', '=', rima.id).execute()
  expect(await numbersOf(rima)).toEqual([])
})

test('a code that cannot have reached the gateway does not count, one that may have does', async () => {
  const phone = aPhone()
  const rima = await bank.signedInDonor(phone)
  const reason = 'connect ECONNREFUSED'
  for (let time = 0; time < 5; time += 1) {
    bank.outcomes.push({ kind: 'failed', reason, isUnsent: true })
    expect((await rima.call(sendTextCode)).status).toBe(202)
    await bank.sendTexts()
  }
  for (let time = 0; time < 2; time += 1) {
    bank.outcomes.push({ kind: 'failed', reason: 'timed out' })
    expect((await rima.call(sendTextCode)).status).toBe(202)
    await bank.sendTexts()
  }
  // Two places are taken, and the last one opens an hour later.
  bank.advance(HOUR_MS)
  expect((await confirm(rima, await getCode(rima, phone))).body.status).toBe('on')
  expect(bank.textsTo(phone)).toHaveLength(1)
})

test('codes are a fifth of the texts of a day', async () => {
  const small = await startBankWithTexts({ SMS_PER_DAY: '10' })
  const donors = [aPhone(), aPhone(), aPhone()].map(phone => small.signedInDonor(phone))
  const [first, second, third] = await Promise.all(donors)
  for (const donor of [first, second]) expect((await donor?.call(sendTextCode))?.status).toBe(202)
  // What the gateway cannot have taken is given back.
  small.outcomes.push({ kind: 'failed', reason: 'connect ECONNREFUSED', isUnsent: true })
  await small.sendTexts()
  await small.sendTexts({ isLater: true })
  expect(small.sent).toHaveLength(2)
  expect(await third?.call(sendTextCode)).toRefuse('too-many-texts-today')
})

test('one mailbox has three codes a day, and new accounts of one network leave others the last quarter', async () => {
  // Twelve codes a day.
  const site = await startBankWithTexts({ TRUSTED_PROXIES: '127.0.0.1', SMS_PER_DAY: '60' })
  const ask = async (network: string, { email, isKnown }: { email?: string; isKnown?: true } = {}) => {
    const donor = await site.signedInDonor(aPhone(), email === undefined ? {} : { email })
    if (isKnown) await verifyDonor(site, donor)
    const { status } = await donor.send('POST', sendTextCode.path, {
      headers: { 'x-forwarded-for': network },
    })
    await site.sendTexts()
    return status
  }
  const statuses: number[] = []
  for (let nth = 0; nth < 4; nth += 1)
    statuses.push(await ask(`198.51.100.${nth}`, { email: `one+${nth}@example.edu` }))
  for (let nth = 0; nth < 7; nth += 1) statuses.push(await ask('203.0.113.9'))
  expect(statuses).toEqual([202, 202, 202, 429, ...Array(6).fill(202), 429])
  expect([await ask('203.0.113.10'), await ask('203.0.113.9', { isKnown: true })]).toEqual([202, 202])
})

test('two codes a day are for strangers to a number, and the last one is kept for its owner', async () => {
  const phone = aPhone()
  const [stranger, twin, owner, other] = await Promise.all([
    bank.signedInDonor(phone, { email: 'stranger@example.edu' }),
    bank.signedInDonor(phone, { email: 'stranger+2@example.edu' }),
    bank.signedInDonor(phone),
    bank.signedInDonor(phone),
  ])
  const ask = async (person: Person) => {
    const { status, headers } = await person.call(sendTextCode)
    await bank.sendTexts()
    return [status, Math.ceil(Number(headers['retry-after'] ?? 0) / 3600)]
  }
  expect([await ask(stranger), await ask(twin)]).toEqual([
    [202, 0],
    [202, 0],
  ])
  // Asking again keeps the last one for nobody who got a code.
  expect(await ask(stranger)).toEqual([429, 1])
  expect([await ask(owner), await ask(other)]).toEqual([
    [429, 1],
    [429, 24],
  ])
  bank.advance(HOUR_MS)
  expect([await ask(stranger), await ask(twin)]).toEqual([
    [429, 23],
    [429, 23],
  ])
  expect(await ask(owner)).toEqual([202, 0])
  expect((await confirm(owner, codeIn(bank.textsTo(phone).at(-1)))).body.status).toBe('on')
  await owner.call(stopTextMessages)
  // Nobody gets a fourth. On the next day the owner, who has confirmed the number, need not wait.
  expect((await ask(owner))[0]).toBe(429)
  bank.advance(24 * HOUR_MS)
  expect([await ask(stranger), await ask(other), await ask(stranger)].map(([status]) => status)).toEqual([
    202, 202, 429,
  ])
  expect(await ask(owner)).toEqual([202, 0])
  expect(bank.textsTo(phone)).toHaveLength(6)
})

test('erasing the account deletes the texts to its number, and the code that waits goes to nobody', async () => {
  const phone = aPhone()
  const rima = await bank.signedInDonor(phone)
  await rima.call(sendTextCode)
  await bank.db.insertInto('caughtTexts').values({ phone, message: 'A text' }).execute()
  await rima.call(eraseOwnAccount, { body: { password: PASSWORD } })
  expect(await bank.db.selectFrom('caughtTexts').selectAll().execute()).toEqual([])
  expect(await bank.sendTexts()).toBe(0)
  expect(bank.textsTo(phone)).toEqual([])
})

test('whatever many accounts do at two servers, a number gets three text messages in 24 hours', async () => {
  const phone = aPhone()
  const other = await bank.anotherServer()
  const spellings = [phone, `0${phone.slice(4)}`, `00880 ${phone.slice(4)}`, `০${phone.slice(4)}`]
  for (const hours of [0, 23.9]) {
    bank.advance(hours * HOUR_MS)
    const donors = await Promise.all(spellings.map(number => bank.signedInDonor(number)))
    const calls = donors.flatMap(donor => [donor, Object.assign(other.stranger(), { cookie: donor.cookie })])
    await Promise.all(calls.map(caller => caller.call(sendTextCode)))
    for (const donor of donors) {
      await donor.call(stopTextMessages)
      await donor.call(sendTextCode)
      for (const contactNumber of [aPhone(), phone])
        await donor.call(updateOwnDonor, { body: aDonor({ contactNumber }) })
      await donor.call(sendTextCode)
      await Promise.all([bank.sendTexts(), bank.sendTexts()])
      // The address can be registered again.
      await donor.call(eraseOwnAccount, { body: { password: PASSWORD } })
    }
    expect(bank.textsTo(phone).length).toBeLessThanOrEqual(3)
  }
  expect(bank.textsTo(phone)).not.toEqual([])
})

test('a job that is repeated by another server after a crash counts again', async () => {
  const phone = aPhone()
  const rima = await bank.signedInDonor(phone)
  await rima.call(sendTextCode)
  const compose = () => bank.codes.compose(bank.db, rima.id, { networks: [], isKnown: false })
  for (let time = 0; time < 2; time += 1) expect(await compose()).not.toBeNull()
  expect(await compose()).toBeNull()
  expect(await rima.call(sendTextCode)).toRefuse(
    'too-many-text-codes',
    expect.stringContaining('Only 3 codes'),
  )
})

test('neither the table nor its backup can be searched for a code without the secret of the site', async () => {
  const phone = aPhone()
  const rima = await bank.signedInDonor(phone)
  await rima.call(sendTextCode)
  await bank.sendTexts()
  const numbers = bank.db.selectFrom('textNumbers').selectAll()
  const row = await numbers.where('userId', '=', rima.id).executeTakeFirst()
  expect(row?.codeHash).toHaveLength(32)
  const { rows: counts } = await sql`select key from attempt_limits`.execute(bank.db)
  expect(counts.length).toBeGreaterThan(1)
  expect(JSON.stringify(counts)).not.toContain(phone.slice(-8))
})

test.each([
  ['University Blood Bank', 'University Blood Bank'],
  ['ঢাকা বিশ্ববিদ্যালয় ব্লাড ব্যাংক', 'the blood bank'],
  ['Société de “Don du Sang” – Zürich', 'Société de "Don du Sang" - Zürich'],
  ['The Blood Bank of the Computer Club of the Faculty of Engineering and Technology', undefined],
])('the text with a code is one segment at a site called %s', (brand, shown) => {
  const message = codeMessage('012345', brand)
  if (shown) expect(message).toContain(`012345 is your code for ${shown}. It is valid for ten minutes.`)
  expect(message.length).toBeLessThanOrEqual(160)
  expect(message).toMatch(/ignore this message\.$/)
})

test('an alert is not delayed by codes, and those of people with a record go first', async () => {
  const { rows } = await bank.db.transaction().execute(async db => {
    const cause = { networks: [], isKnown: false }
    await enqueueCode(db, '0198f3a0-1234-7abc-8def-0123456789ab', cause)
    for (const hasRecord of [false, true])
      for (const request of ['a', 'b'])
        await enqueueTextsOfWave(
          db,
          [1, 2].map(nth => ({ alertId: `${request}${nth} ${hasRecord}` })),
          { hasRecord },
        )
    const waiting = await sql<{ queue: string; about: string }>`
      select queue_name as queue, payload ->> 'alertId' as about
        from graphile_worker._private_jobs job join graphile_worker._private_job_queues queue on queue.id = job_queue_id
       order by priority, run_at, job.id`.execute(db)
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    return waiting
  })
  expect(rows.find(({ about }) => about === null)?.queue).toBe('text-codes')
  expect(rows.flatMap(({ about, queue }) => (queue === 'texts' ? about : []))).toEqual([
    'a1 true',
    'b1 true',
    'a2 true',
    'b2 true',
    'a1 false',
    'b1 false',
    'a2 false',
    'b2 false',
  ])
})

test('a site without a gateway shows nothing of text messages, and sends none', async () => {
  const plain = await startTestApp()
  const rima = await plain.signedInAs()
  await rima.call(registerDonor, { body: aDonor() })
  expect((await rima.call(readTextMessages)).body).toEqual({ textMessages: null })
  expect(await rima.call(sendTextCode)).toRefuse('no-text-messages')
  expect(await confirm(rima, '123456')).toRefuse('no-text-messages')
  expect((await rima.call(stopTextMessages)).status).toBe(204)
})
