import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { readTokenKeys } from '@blood-bank/contract/sessions/token-sync'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countMails } from '../../platform/mail/outbox.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { migrate } from './migrate.ts'
import { grantToServer } from './server-role.ts'

const HOUR_MS = 3_600_000

/** The last migration of the version that is updated here. */
const LAST_MIGRATION = '0027-posting-limits-of-a-batch'

/** What that version wrote for this account, with the secret of the tests: rows, cookies and a token. */
const RIMA = {
  email: 'rima@example.edu',
  password: 'correct horse',
  passwordHash:
    '$argon2id$v=19$m=19456,t=2,p=1$rSPVOawvX0LynDealBrDyg$OhnTiFw/my133yqRJ9r7otfCA9DZx9xpemMYIvEsz1Y',
  knownSince: '2026-11-22T03:09:24.847Z',
  sessionToken: 'NAtlqDnxb9wWTn5MVQV4_yo91lNxDgXc',
  sessionCookie:
    'bloodbank.session=NAtlqDnxb9wWTn5MVQV4_yo91lNxDgXc.mK%2BJabCmnPFVbYXbyZyVXIwUInPbrr6m4c%2BLs5Ukxhk%3D',
  deviceCookie:
    'bloodbank.device=6MkgIBzDrEr2rBJLYtL5bK2gmhqfSR4knWMOniYfTg8~-NQk2MRuZM1vVlEDQ8Fi1AzsSC7iYuuMU-PXVoZWm_8.AV356ul16jjrU6uwMJI26Q.mwr9d7u7',
}
const TOKEN_KEY = {
  id: '01a2013a-de74-7e28-9496-3b64384012c3',
  publicKey: '{"crv":"Ed25519","x":"A9iB8iep2Wz6SxGHTM3oI30z0C3BPx7AcnfoB9lDmUc","kty":"OKP"}',
  privateKey:
    '"cc20223201250f9d4f24a56072b6de2c4068885a39a5a0e6732c5ca8db335bbc8bc97315cf1c61d9d0b69b290270abf6e077586a35bcdaefa956730f571a44a36598d19a4a4d9b137b05ddb788996e335dcccd5faf79b0690c62a9112a058bac05f29667368da90a25db0c9615e844835cdd09ded5f6159c317f5d3a1b471fb9bbcc757bf714a0357181639a450844d1939bda78cb881636d482df36b73176253a6e7fe69db344e62c"',
}
const TOKEN =
  'eyJhbGciOiJFZERTQSIsImtpZCI6IjAxYTIwMTNhLWRlNzQtN2UyOC05NDk2LTNiNjQzODQwMTJjMyJ9.eyJzdWIiOiIwMWEyMDEzYS1kZGYxLTc1YjktYjYyNy03NjQ5MmVjZDE4M2QiLCJlbWFpbCI6InJpbWFAZXhhbXBsZS5lZHUiLCJhdWQiOiJodHRwczovL3BvcnRhbC5leGFtcGxlLmVkdSIsImlhdCI6MTc5NTMxNjk2NCwiZXhwIjoxNzk1MzE3MjY0LCJpc3MiOiJodHRwOi8vbG9jYWxob3N0OjMwMDAifQ.FAf1SGWozKZPNjLxDJ6GaaxZNSp3oyXvRkdbMpBUi8LfQd3uFaxCCqadQKMEaqGSnbRlBcLefWTQVsUnVMMMCw'

const database = await createTestDatabase('template0')
await migrate(database.ownerPool, LAST_MIGRATION)
await storeAccount()
await storeTokenKey()
await storeMails()
await migrate(database.ownerPool)
await grantToServer(database.owner)
const bank = await startTestApp({ TOKEN_SYNC_URL: 'https://portal.example.edu/sync' }, { database })

async function storeAccount() {
  const { email, passwordHash, knownSince, sessionToken } = RIMA
  const { rows } = await sql<{ id: string }>`
    insert into users (email, name, email_verified, devices_known_since)
    values (${email}, 'rima', true, ${knownSince}) returning id`.execute(database.owner)
  const id = rows[0]?.id
  await sql`
    insert into credentials (user_id, account_id, password)
    values (${id}, ${id}, ${passwordHash})`.execute(database.owner)
  await sql`
    insert into sessions (user_id, token, expires_at)
    values (${id}, ${sessionToken}, now() + interval '30 days')`.execute(database.owner)
}

async function storeTokenKey() {
  const { id, publicKey, privateKey } = TOKEN_KEY
  await sql`
    insert into token_keys (id, public_key, private_key, alg, crv, created_at)
    values (${id}, ${publicKey}, ${privateKey}, 'EdDSA', 'Ed25519', now())`.execute(database.owner)
}

/** Two waiting mails, the first with its third attempt due in an hour, and a dead one. */
async function storeMails() {
  await sql`
    insert into outbox (kind, recipient, attempts, next_attempt_at, last_error, created_at, about_user_id) values
    ('password-changed', ${RIMA.email}, 2, now() + interval '1 hour', '451 later', now() - interval '1 day', null),
    ('verify-email', 'nobody@example.edu', 10, now() - interval '1 hour', '550 no', now() - interval '2 days', null),
    ('admin-role-given', ${RIMA.email}, 0, now(), null, now(), (select id from users where email = ${RIMA.email}))`.execute(
    database.owner,
  )
}

const browserWith = (...cookies: string[]) => Object.assign(bank.stranger(), { cookie: cookies.join('; ') })

test('a person who was signed in is still signed in', async () => {
  const { body } = await browserWith(RIMA.sessionCookie, RIMA.deviceCookie).call(readSession)
  expect(body.user).toMatchObject({ email: RIMA.email, emailVerified: true })
})

test('the password is still accepted, and another is still refused', async () => {
  const { email, password } = RIMA
  expect((await bank.stranger().call(signIn, { body: { email, password } })).status).toBe(201)
  const wrong = await bank.stranger().call(signIn, { body: { email, password: 'wrong horse' } })
  expect(wrong).toRefuse('wrong-credentials')
})

test('a known browser is still known: guessing by strangers does not slow it', async () => {
  const { email, password, deviceCookie } = RIMA
  for (let time = 0; time < 6; time += 1)
    await bank.stranger().call(signIn, { body: { email, password: 'a wrong guess' } })
  const body = { email, password }
  expect((await bank.stranger().call(signIn, { body })).status).toBe(429)
  expect((await browserWith(deviceCookie).call(signIn, { body })).status).toBe(201)
})

test('a token that was signed before is verified with the published keys', async () => {
  const { body } = await bank.stranger().call(readTokenKeys)
  const { payload, protectedHeader } = await jwtVerify(TOKEN, createLocalJWKSet(body as never), {
    issuer: 'http://localhost:3000',
    audience: 'https://portal.example.edu',
    currentDate: new Date('2026-11-22T03:10:00Z'),
  })
  expect([protectedHeader.kid, payload.email]).toEqual([TOKEN_KEY.id, RIMA.email])
})

test('waiting mail is still sent, and dead mail is still shown', async () => {
  const mails = await bank.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  const { rows: users } = await sql<{ id: string }>`select id from users`.execute(bank.db)
  expect(mails).toMatchObject([
    {
      kind: 'password-changed',
      recipient: RIMA.email,
      attempts: 2,
      lastError: '451 later',
      aboutUserId: null,
    },
    { kind: 'verify-email', recipient: 'nobody@example.edu', attempts: 10, lastError: '550 no' },
    { kind: 'admin-role-given', attempts: 0, lastError: null, aboutUserId: users[0]?.id },
  ])
  const hoursFromNow = (time: Date | undefined) => ((time?.getTime() ?? 0) - Date.now()) / HOUR_MS
  expect(hoursFromNow(mails[0]?.nextAttemptAt)).toBeCloseTo(1, 1)
  expect(hoursFromNow(mails[0]?.createdAt)).toBeCloseTo(-24, 1)
  expect(await countMails(bank.db)).toEqual({ waiting: 2, dead: 1 })
  const subjects = async () => (await bank.mailsTo(RIMA.email)).map(({ subject }) => subject)
  expect(await subjects()).toEqual(['You are an admin now · University Blood Bank'])
  await sql`select from graphile_worker.reschedule_jobs(array(select id from outbox), run_at => now())`.execute(
    bank.db,
  )
  expect(await subjects()).toContain('Your password was changed · University Blood Bank')
  expect(await countMails(bank.db)).toEqual({ waiting: 0, dead: 1 })
})
