import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()

const SUCCESS_MESSAGE =
  'Registration successful! A verification email has been sent to your email address. Please check your inbox (and spam folder) and click the link to verify your email.'

const register = (email: string, password: string) =>
  bank.stranger().call(registerAccount, { body: { email, password } })
const signInAs = (email: string, password: string) =>
  bank.stranger().call(signIn, { body: { email, password } })

test('a registration creates an unverified account with the role user, and sends a verification mail', async () => {
  const reply = await register(' Rima@Example.edu', 'secret')
  expect([reply.status, reply.body]).toEqual([202, { message: SUCCESS_MESSAGE }])
  expect(String(reply.headers['set-cookie'])).not.toContain('session')
  expect((await signInAs('rima@example.edu', 'secret')).body.user).toEqual({
    id: expect.any(String),
    email: 'rima@example.edu',
    role: 'user',
    emailVerified: false,
    createdAt: expect.any(String),
  })
  const [mail, ...more] = await bank.mailsTo('rima@example.edu')
  expect(mail?.subject).toBe('Verify your email address · University Blood Bank')
  expect(more).toEqual([])
})

test('an account records from which network it was registered, as a hash', async () => {
  const networkOf = async (email: string) =>
    (await bank.db.selectFrom('users').select('registeredNetwork').where('email', '=', email).execute())[0]
  for (const name of ['one', 'two']) await register(`${name}@example.edu`, 'secret')
  expect(await networkOf('one@example.edu')).toEqual({
    registeredNetwork: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(await networkOf('two@example.edu')).toEqual(await networkOf('one@example.edu'))
})

test('a known address gets the same reply, and its owner a mail that says so', async () => {
  const first = await register('nadia@example.edu', 'secret')
  const second = await register('NADIA@example.edu', 'another')
  expect([second.status, second.text]).toEqual([first.status, first.text])
  const mails = await bank.mailsTo('nadia@example.edu')
  const notice = mails.find(mail => mail.subject === 'You already have an account · University Blood Bank')
  expect(mails).toHaveLength(2)
  expect(notice?.text).toContain('http://localhost:3000/forgot-password')
  expect(notice?.text).not.toContain('#token=')
  expect(await signInAs('nadia@example.edu', 'another')).toRefuse('wrong-credentials')
  expect((await signInAs('nadia@example.edu', 'secret')).status).toBe(201)
})

test('twenty concurrent registrations of one address create one account and two mails, and all get the same reply', async () => {
  const attempts = Array.from({ length: 20 }, (_, at) => register('many@example.edu', `password ${at}`))
  const replies = await Promise.all(attempts)
  expect(new Set(replies.map(reply => `${reply.status} ${reply.text}`))).toEqual(
    new Set([`202 ${JSON.stringify({ message: SUCCESS_MESSAGE })}`]),
  )
  const users = bank.db.selectFrom('users').select('id').where('email', '=', 'many@example.edu')
  expect(await users.execute()).toHaveLength(1)
  const subjects = (await bank.mailsTo('many@example.edu')).map(mail => mail.subject.split(' · ', 1)[0])
  expect(subjects.filter(subject => subject === 'Verify your email address')).toHaveLength(1)
  expect(subjects.filter(subject => subject === 'You already have an account')).toHaveLength(1)
})
