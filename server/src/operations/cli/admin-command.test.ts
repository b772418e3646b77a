import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'
import { UsageError } from '../process/arguments.ts'
import { readCommand, runAdmin } from './admin-command.ts'

const { db, owner } = await createTestDatabase()
const config = readConfig({ SMS_URL: 'mailbox' })
beforeEach(async () => {
  await sql`truncate users cascade`.execute(owner)
  for (const email of ['rima@example.edu', 'nadia@example.edu'])
    await storeUser(db, { email, emailVerified: true })
})

/** The exit code of the command and its output. */
async function admin(...args: string[]) {
  const lines: string[] = []
  const code = await runAdmin(db, readCommand(args), { config, print: line => lines.push(line) })
  return [code, lines.join('\n')]
}

test('the first admin is appointed and listed', async () => {
  expect(await admin('list')).toEqual([0, 'There is no admin yet.'])
  expect(await admin('grant', 'rima@example.edu')).toEqual([0, 'rima@example.edu is now an admin.'])
  expect(await admin('grant', ' \u200bNadia@Example.edu.')).toEqual([0, 'nadia@example.edu is now an admin.'])
  expect(await admin('list')).toEqual([0, 'nadia@example.edu\nrima@example.edu'])
})

test('the role is revoked, but not from the last admin', async () => {
  await admin('grant', 'rima@example.edu')
  await admin('grant', 'nadia@example.edu')
  expect(await admin('revoke', 'rima@example.edu')).toEqual([0, 'rima@example.edu is no longer an admin.'])
  expect(await admin('revoke', 'nadia@example.edu')).toEqual([
    1,
    'nadia@example.edu is the last admin. Grant the role to somebody else first.',
  ])
  expect(await admin('list')).toEqual([0, 'nadia@example.edu'])
})

test('a person with an unverified email cannot be made admin', async () => {
  await storeUser(db, { email: 'stranger@example.edu', emailVerified: false })
  expect(await admin('grant', 'stranger@example.edu')).toEqual([
    1,
    'stranger@example.edu is not verified. Only a verified account can be made admin. Ask this person to open the link in their verification email first.',
  ])
  expect(await admin('list')).toEqual([0, 'There is no admin yet.'])
})

test('the person and the other admins are notified by mail, and sessions end with the role', async () => {
  await admin('grant', 'rima@example.edu')
  const nadia = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'nadia@example.edu')
    .executeTakeFirstOrThrow()
  const expiresAt = new Date(Date.now() + 60_000)
  await sql`insert into sessions (user_id, token, expires_at) values (${nadia.id}, 'old', ${expiresAt})`.execute(
    db,
  )
  await db.deleteFrom('outbox').execute()
  await admin('grant', 'nadia@example.edu')
  const mails = db.selectFrom('outbox').select(['kind', 'recipient', 'aboutUserId']).orderBy('recipient')
  expect(await mails.execute()).toEqual(
    ['nadia@example.edu', 'rima@example.edu'].map(recipient => ({
      kind: 'admin-role-given',
      recipient,
      aboutUserId: nadia.id,
    })),
  )
  const valid = db.selectFrom('sessions').select('id').where('expiresAt', '>', sql<Date>`now()`)
  expect(await valid.execute()).toHaveLength(1)
  await admin('revoke', 'nadia@example.edu')
  expect(await valid.execute()).toEqual([])
  await admin('grant', 'nadia@example.edu')
  await db.deleteFrom('outbox').execute()
  await admin('grant', 'nadia@example.edu')
  expect(await mails.execute()).toEqual([])
})

test.each(['grant', 'revoke'])('%s for an address without an account explains what to do', async verb => {
  expect(await admin(verb, 'nobody@example.edu')).toEqual([
    1,
    'No account has the address nobody@example.edu. Register it in the browser first.',
  ])
})

test.each([
  [],
  ['grant'],
  ['grant', ' '],
  ['revoke'],
  ['promote', 'rima@example.edu'],
  ['toString', 'rima@example.edu'],
  ['grant', '--all'],
  ['test-sms'],
  ['list', 'rima@example.edu'],
  ['grant', 'rima@example.edu', 'nadia@example.edu'],
])('wrong arguments change nothing: %j %j', async (...args) => {
  await expect(admin(...args.filter(arg => arg !== undefined))).rejects.toThrow(UsageError)
  expect(await admin('list')).toEqual([0, 'There is no admin yet.'])
})

test('a text message can be sent to try the gateway', async () => {
  expect(await admin('test-sms', '01712', '345678')).toEqual([
    0,
    'The gateway has taken a text message to +8801712345678.',
  ])
  expect(await db.selectFrom('caughtTexts').select(['phone', 'message']).execute()).toEqual([
    { phone: '+8801712345678', message: 'This text message was sent to try the gateway. It works.' },
  ])
})

test.each(['12345', 'call me', '(02) 9661551', '01712345678 ext. 12'])(
  '%j is not sent a text message',
  async number => {
    expect(await admin('test-sms', number)).toEqual([
      1,
      `${number} is not a mobile number. Write it as in BD, or with +.`,
    ])
  },
)

test('without a gateway or with a broken one, the command says why nothing was sent', async () => {
  const lines: string[] = []
  const testWith = (environment: NodeJS.ProcessEnv) =>
    runAdmin(db, ['test-sms', '01712345678'], {
      config: readConfig(environment),
      print: line => lines.push(line),
    })
  const broken = { SMS_URL: 'http://127.0.0.1:9/?to={phone}&text={message}', SMS_PRIVATE_GATEWAY: 'true' }
  expect([await testWith({}), await testWith(broken)]).toEqual([1, 1])
  expect(lines).toEqual([
    'This site sends no text messages: SMS_URL is not set, or SMS_PER_DAY is 0.',
    'The text message to +8801712345678 was not sent: ECONNREFUSED',
  ])
})
