import { beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../testing/test-database.ts'
import { listenAt } from '../database/listen.ts'
import { enqueueMail } from './outbox.ts'
import type { Mail, SendMail } from './transport.ts'
import { type ComposeMail, deliverDueMails, startMailWorker } from './worker.ts'

const { db, pool, address } = await openTestDatabase()

const compose: ComposeMail = async (_db, to) => ({
  to,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
})
const composers = { greeting: compose, nobody: async () => null }

let sent: string[] = []
let failures: object[] = []
const log = { error: (details: object) => void failures.push(details) }
const send: SendMail = async ({ to }) => void sent.push(to)
const failing = async () => {
  throw new Error('451 come back later')
}

beforeEach(async () => {
  await db.deleteFrom('outbox').execute()
  sent = []
  failures = []
})

const left = () => db.selectFrom('outbox').selectAll().execute()
const greet = (recipient: string) => enqueueMail(db, 'greeting', recipient)

/** A worker that only a notification wakes: its clock never ticks. */
function startSleepyWorker(more: { send?: SendMail } = {}) {
  const clock = vi.spyOn(globalThis, 'setInterval').mockReturnValue(undefined as never)
  const worker = startMailWorker({ db, send, composers, log, listen: listenAt(address), ...more })
  clock.mockRestore()
  return worker
}

const listener = `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`
const pidOfListener = async () => (await pool.query(listener)).rows[0]?.pid

/** Three mails are noticed one after another; the first of them might owe it to the worker's own first look. */
async function expectToBeHeard(sentBefore: number) {
  for (let mail = 1; mail <= 3; mail += 1) {
    await greet(`heard${mail}@example.edu`)
    await expect.poll(() => sent.length).toBe(sentBefore + mail)
  }
}

test('what is due is sent and gone', async () => {
  await greet('rima@example.edu')
  expect(await deliverDueMails({ db, send, composers, log })).toBe(1)
  expect([sent, await left(), failures]).toEqual([['rima@example.edu'], [], []])
})

test('letters to one person are written and sent one after another, in the order of their causes', async () => {
  const told: string[] = []
  const slowly: Record<string, ComposeMail> = Object.fromEntries(
    ['first', 'second', 'third'].map(kind => [
      kind,
      async (db, to) => {
        told.push(`${kind} written`)
        return { ...(await compose(db, to)), subject: kind } as Mail
      },
    ]),
  )
  for (const kind of Object.keys(slowly)) await enqueueMail(db, kind, 'rima@example.edu')
  const sendSlowly: SendMail = async ({ subject }) => {
    await new Promise(resolve => setTimeout(resolve, 5))
    told.push(`${subject} sent`)
  }
  await deliverDueMails({ db, send: sendSlowly, composers: slowly, log })
  expect(told).toEqual(['first', 'second', 'third'].flatMap(kind => [`${kind} written`, `${kind} sent`]))
})

test('a mail with nothing to say is dropped, without a word', async () => {
  await enqueueMail(db, 'nobody', 'rima@example.edu')
  await deliverDueMails({ db, send, composers, log })
  expect([sent, await left(), failures]).toEqual([[], [], []])
})

test('a mail of a kind that is not known stays, and the log says so', async () => {
  await enqueueMail(db, 'birthday', 'rima@example.edu')
  await deliverDueMails({ db, send, composers, log })
  expect(await left()).toMatchObject([
    { attempts: 1, lastError: 'A mail of the kind birthday is not known here.' },
  ])
  expect(failures).toMatchObject([{ kind: 'birthday' }])
})

test('a mail server that quotes whom it refuses does not bring the address into the log', async () => {
  await greet('rima@example.edu')
  const refusing = async () => {
    throw new Error('550 <rima@example.edu>: no such mailbox')
  }
  await deliverDueMails({ db, send: refusing, composers, log })
  expect(failures).toMatchObject([{ reason: '550 <the recipient>: no such mailbox' }])
})

test('a mail that is not taken stays, and the log says why', async () => {
  await greet('rima@example.edu')
  await deliverDueMails({ db, send: failing, composers, log })
  expect(await left()).toMatchObject([{ attempts: 1, lastError: '451 come back later' }])
  expect(failures).toMatchObject([{ kind: 'greeting', attempts: 1, reason: '451 come back later' }])
  expect(await deliverDueMails({ db, send, composers, log }), 'not at once').toBe(0)
})

test('one mail that fails does not hold up the others', async () => {
  for (const name of ['a', 'broken', 'c']) await greet(`${name}@example.edu`)
  const picky = async (mail: Mail) => (mail.to.startsWith('broken') ? failing() : send(mail))
  await deliverDueMails({ db, send: picky, composers, log })
  expect(sent.sort()).toEqual(['a@example.edu', 'c@example.edu'])
  expect(await left()).toMatchObject([{ recipient: 'broken@example.edu' }])
})

test('the worker sends what waited for it, and is woken by what comes', async () => {
  await greet('waiting@example.edu')
  const worker = startSleepyWorker()
  await expect.poll(() => sent).toEqual(['waiting@example.edu'])
  await expectToBeHeard(1)
  await worker.stop()
})

test('the worker sends more than a batch in one go', async () => {
  for (let mail = 0; mail < 35; mail += 1) await greet(`person${mail}@example.edu`)
  const worker = startSleepyWorker()
  await expect.poll(() => sent.length).toBe(35)
  await worker.stop()
  expect(await left()).toEqual([])
})

test('a worker whose connection is cut hears what came meanwhile and what comes after', async () => {
  const worker = startSleepyWorker()
  await expect.poll(pidOfListener).toBeTypeOf('number')
  const pid = await pidOfListener()
  await pool.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(pidOfListener).not.toBe(pid)
  await greet('meanwhile@example.edu')
  await expect.poll(() => sent).toEqual(['meanwhile@example.edu'])
  await expectToBeHeard(1)
  await worker.stop()
})

test('stopping waits for the mail that is on its way, and takes up no other', async () => {
  let arrive = () => {}
  const arrival = new Promise<void>(resolve => {
    arrive = resolve
  })
  const slowly = async (mail: Mail) => {
    await arrival
    await send(mail)
  }
  await greet('first@example.edu')
  const worker = startSleepyWorker({ send: slowly })
  await expect.poll(async () => (await left())[0]?.attempts).toBe(1)
  let isStopped = false
  const stopped = worker.stop().then(() => {
    isStopped = true
  })
  await greet('second@example.edu')
  await expect.poll(pidOfListener).toBeUndefined()
  for (let time = 0; time < 10; time += 1) await pidOfListener()
  expect(isStopped).toBe(false)
  arrive()
  await stopped
  expect(sent).toEqual(['first@example.edu'])
  expect(await left()).toMatchObject([{ recipient: 'second@example.edu', attempts: 0 }])
})
