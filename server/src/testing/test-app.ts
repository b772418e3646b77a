import { signIn } from '@blood-bank/contract/sessions'
import type { Role } from '@blood-bank/contract/users'
import { afterAll } from 'vitest'
import { buildApp } from '../app.ts'
import { hashPassword } from '../auth/passwords.ts'
import { type Config, readConfig } from '../config.ts'
import { inTransaction, openDatabase, openPool } from '../database/connection.ts'
import { accountMails } from '../features/accounts/mails.ts'
import { insertAccount } from '../features/accounts/store.ts'
import { openLog } from '../http/log.ts'
import { openTransport } from '../mail/transport.ts'
import { deliverDueMails } from '../mail/worker.ts'
import { newPerson, type Person } from './person.ts'
import { cloneDatabase } from './test-database.ts'

export const PASSWORD = 'correct horse'
const passwordHash = await hashPassword(PASSWORD)

type Someone = { email?: string; emailVerified?: boolean; role?: Role }

/** The built app on a database of its own, for one test file. */
export async function startTestApp(environment: Record<string, string> = {}) {
  const { address, drop } = await cloneDatabase()
  const config: Config = readConfig({ LOG_LEVEL: 'silent', TIME_ZONE: 'Asia/Dhaka', ...environment })
  const pool = openPool(address, () => {})
  const db = openDatabase(pool)
  let time = Date.now()
  const now = () => new Date(time)
  const authSecret = 'a secret for tests that is long enough to pass'
  const app = await buildApp({ config, log: openLog(config), pool, db, authSecret, pagesFolder: null, now })
  let people = 0

  afterAll(async () => {
    await app.close()
    await pool.end()
    await drop()
  })

  return {
    app,
    db,
    config,
    pool,
    address,
    stranger: (): Person => newPerson(app),

    /** Moves the clock that links and limits of ours go by. */
    advance(ms: number) {
      time += ms
    },

    /** A member who has signed in through the front door. */
    async signedInAs({
      email,
      emailVerified = true,
      role = 'user',
    }: Someone = {}): Promise<Person & { id: string }> {
      people += 1
      const address = email ?? `person${people}@example.edu`
      const { id } = await inTransaction(db, async db => {
        const user = await insertAccount(db, { email: address, passwordHash })
        if (!user) throw new Error(`${address} is taken`)
        await db.updateTable('users').set({ emailVerified, role }).where('id', '=', user.id).execute()
        return user
      })
      const person = newPerson(app)
      const { body } = await person.call(signIn, { body: { email: address, password: PASSWORD } })
      person.user = body.user
      return Object.assign(person, { id })
    },

    /** Sends what is in the outbox and gives all mails to an address, oldest first. */
    async mailsTo(recipient: string) {
      const mail = { db, send: openTransport(config.mail, db), composers: accountMails(config, now) }
      while ((await deliverDueMails({ ...mail, log: { error: failOn } })) > 0);
      return db.selectFrom('caughtMails').selectAll().where('to', '=', recipient).orderBy('id').execute()
    },
  }
}

const failOn = (details: object) => {
  throw new Error(`a mail was not sent: ${JSON.stringify(details)}`)
}

/** The secret out of the link of a mail. */
export const tokenIn = (mail: { text: string } | undefined): string =>
  /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
