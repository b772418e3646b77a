import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const PUBLIC = {
  AUTH_SECRET: 'Vq8TlN2rQ4sXw7ZbC0dEfGhIjKlMnOpQ',
  SMTP_URL: 'smtp://mail.example.edu',
}

test.each([
  [{ ...PUBLIC, PUBLIC_URL: 'https://blood.example.edu/' }, 'https://blood.example.edu'],
  [
    { ...PUBLIC, PUBLIC_URL: 'http://blood.example.edu', ALLOW_HTTP: 'true' },
    'mailto:no-reply@blood.example.edu',
  ],
  [{ MAIL_FROM: '"Blood Bank" <bank@example.edu>' }, 'mailto:bank@example.edu'],
  [{ MAIL_FROM: 'bank@example.edu', PUBLIC_URL: 'https://localhost:8443' }, 'mailto:bank@example.edu'],
])('with %j push services learn %s', (environment, subject) => {
  expect(readConfig(environment).push.subject).toBe(subject)
})

test('an operator can allow further push services', () => {
  expect(readConfig({}).push.extraServices).toEqual([])
  const PUSH_SERVICES = 'https://push.example.edu, http://127.0.0.1:4321'
  expect(readConfig({ PUSH_SERVICES }).push.extraServices).toEqual([
    'https://push.example.edu',
    'http://127.0.0.1:4321',
  ])
})

test.each([
  'push.example.edu',
  'https://push.example.edu/',
  'https://push.example.edu/push',
  'ftp://a.example',
])('PUSH_SERVICES=%s is refused at the start', PUSH_SERVICES => {
  expect(() => readConfig({ PUSH_SERVICES })).toThrow(
    'PUSH_SERVICES must be comma-separated origins such as https://push.example.edu',
  )
})
