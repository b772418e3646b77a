import { HOUR_MS } from '@blood-bank/contract/durations'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { afterAll, onTestFinished, vi } from 'vitest'
import { registerRoutes } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { createDatabase, createPool, type Database } from '../platform/database/connection.ts'
import { createLog, type Log } from '../platform/http/log.ts'
import { SEND_MAIL } from '../platform/mail/outbox.ts'
import { createContext, createTasks } from '../product.ts'
import { newPerson, type Person } from './person.ts'
import { TEMPLATE } from './postgres/global-setup.ts'
import { createTestDatabase, type TestDatabase } from './postgres/test-database.ts'
import { runDueJobs } from './run-due-jobs.ts'
import { createBrowserCookies, newToken, type Someone, storeMember } from './stored-members.ts'

export const AUTH_SECRET = 'a secret for tests that is long enough to pass'
export const PASSWORD = 'correct horse'
/** Verified like every hash, but in no time: the members of all tests sign in some thousand times. */
const passwordHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** No test depends on the speed of the machine or on the time of day. A server that is slow for a moment refuses no calls. */
export const SETTINGS = {
  LOG_LEVEL: 'silent',
  TIME_ZONE: 'Asia/Dhaka',
  EVENT_LOOP_DELAY_MS: '0',
  QUIET_HOURS: '0-0',
}

/** For tests in which one member posts more than the product allows. */
export const NO_POSTING_LIMITS = { POSTS_PER_DAY: '0', ACTIVE_REQUESTS: '0' }

type Setting = {
  pagesFolder?: string | null
  log?: Log
  /** An existing database; a new one by default. */
  database?: TestDatabase
  /** Whether statements have the time-outs of the product. Without them a busy machine is only slow. */
  hasTimeouts?: boolean
  /** How long a page waits for its data; without end by default, because a busy machine is only slow. */
  maxPageWaitMs?: number
  /** Of the pool; half of the product's by default. */
  connections?: number
}

/** Builds the app on its own database for one test file. Call it at the top of the file. */
export async function startTestApp(environment: Record<string, string> = {}, setting: Setting = {}) {
  const { address, pool, db, owner, ownerAddress } =
    setting.database ?? (await createTestDatabase(TEMPLATE, setting))
  const config: Config = readConfig({ ...SETTINGS, ...environment })
  const { pagesFolder = null, log = createLog(config), maxPageWaitMs = HOUR_MS } = setting
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const startServer = (pool: pg.Pool, db: Database) =>
    buildApp({ config, log, pool, db, now }, { pagesFolder, maxPageWaitMs })
  const context = await startServer(pool, db)
  const { alertMetrics, attemptLimits, textCodes } = context
  const { app } = context.http
  const tasks = createTasks(context)
  afterAll(() => app.close())
  let people = 0

  const store = (someone: Someone, token: string | null) => {
    people += 1
    return storeMember(db, { email: `person${people}@example.edu`, ...someone, passwordHash, token })
  }
  const cookiesOf = createBrowserCookies(config, db, AUTH_SECRET)

  return {
    app,
    db,
    owner,
    config,
    pool,
    address,
    ownerAddress,
    alertMetrics,
    attemptLimits,
    textCodes,
    authSecret: AUTH_SECRET,
    /** A person with a new browser, at a network address. */
    stranger: (address?: string): Person => newPerson(app, address),

    /** The time by the app's clock. */
    now,

    /** Advances the app's clock; a negative number turns it back. */
    advance(ms: number) {
      aheadMs += ms
    },

    /** A member with the usual password, not signed in. */
    async newMember(someone: Someone = {}) {
      const { id, email } = await store(someone, null)
      return { id, email }
    },

    /** A new member, and a browser in which they have signed in with the password. */
    async signedInAs(someone: Someone = {}): Promise<Person & { id: string }> {
      const token = newToken()
      const { devicesKnownSince, ...user } = await store(someone, token)
      const person = newPerson(app)
      person.cookie = cookiesOf(token, user.email, devicesKnownSince)
      return Object.assign(person, { user, id: user.id })
    },

    /** Signs an existing member in from another browser. */
    async signIn(email: string): Promise<Person> {
      const person = newPerson(app)
      const { body } = await person.call(signIn, { body: { email, password: PASSWORD } })
      person.user = body.user
      return person
    },

    /** A second server on the same database. */
    async anotherServer(): Promise<{ stranger: (address?: string) => Person }> {
      const pool = createPool(address, () => {}, { hasTimeouts: false })
      const { app } = (await startServer(pool, createDatabase(pool))).http
      afterAll(async () => {
        await app.close()
        await pool.end()
      })
      return { stranger: (address?: string) => newPerson(app, address) }
    },

    /** Sends the mails in the outbox. @returns all mails to an address, oldest first */
    async mailsTo(recipient: string) {
      await runDueJobs(pool, { [SEND_MAIL]: tasks[SEND_MAIL] })
      return db.selectFrom('caughtMails').selectAll().where('to', '=', recipient).orderBy('id').execute()
    },
  }
}

/** Moves the clock of the process, which the limits of attempts go by, until the test is over. */
export function passTime(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** The app with a database that cannot be reached. */
export async function startAppWithoutDatabase(): Promise<{ stranger: () => Person }> {
  const config = readConfig(SETTINGS)
  const pool = createPool({ host: '/nowhere', user: 'nobody', database: 'nothing' }, () => {})
  const parts = { config, log: createLog(config), pool, db: createDatabase(pool), now: () => new Date() }
  const { app } = (await buildApp(parts, { pagesFolder: null })).http
  afterAll(async () => {
    await app.close()
    await pool.end()
  })
  return { stranger: () => newPerson(app) }
}

type Parts = Omit<Parameters<typeof createContext>[0], 'authSecret' | 'clockDifference'>

async function buildApp(parts: Parts, pages: Parameters<typeof registerRoutes>[1]) {
  const context = createContext({ ...parts, authSecret: AUTH_SECRET, clockDifference: () => 0 })
  await registerRoutes(context, pages)
  return context
}

/** The token in the link of a mail. */
export const tokenIn = (mail: { text: string } | undefined): string =>
  /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
