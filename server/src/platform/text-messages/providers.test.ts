import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { type GatewayAnswer, type GatewayCall, startTextGateway } from '../../testing/text-gateway.ts'
import { createTextSender } from './create-text-sender.ts'

const { db } = await createTestDatabase()
const DOCUMENT = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
const EXAMPLES = [...DOCUMENT.matchAll(/```sh\n(SMS_URL=[^`]+)```/g)].map(([, lines = '']) => parseEnv(lines))

const TEXT = {
  phone: '+8801712345678',
  message: "O+ needed urgently at St. Mary's & Co. by 6 pm. Can you come? https://b.example/a#Zq3x-_9",
}
const DIGITS = '8801712345678'

type Provider = {
  /** The host of its documentation. */
  host: string
  /** As the provider's documentation says it: what it takes, and how it answers what is right and what is wrong. */
  call: { method?: string; path: string; authorization?: string }
  values: object
  taken: GatewayAnswer
  refused: GatewayAnswer
  /** What the operator is told then. */
  reason: string
}

const json = (status: number, body: object): GatewayAnswer => ({ status, body: JSON.stringify(body) })
const NOT_OK = 'the gateway answered 200, which SMS_OK does not match: '

const PROVIDERS: Provider[] = [
  {
    // https://www.twilio.com/docs/messaging/api/message-resource
    host: 'api.twilio.com',
    call: {
      path: '/2010-04-01/Accounts/ACCOUNT_SID/Messages.json',
      authorization: `Basic ${Buffer.from('ACCOUNT_SID:AUTH_TOKEN').toString('base64')}`,
    },
    values: { To: TEXT.phone, From: '+15005550006', Body: TEXT.message },
    taken: json(201, { sid: 'SM1', status: 'queued', to: TEXT.phone, error_code: null }),
    refused: json(400, { code: 21211, message: `Invalid 'To' Phone Number: ${DIGITS}`, status: 400 }),
    reason: `the gateway answered 400: {"code":21211,"message":"Invalid 'To' Phone Number: …","status":400}`,
  },
  {
    // https://developer.vonage.com/en/api/sms
    host: 'rest.nexmo.com',
    call: { path: '/sms/json' },
    values: {
      api_key: 'API_KEY',
      api_secret: 'API_SECRET',
      from: 'BloodBank',
      to: DIGITS,
      text: TEXT.message,
    },
    taken: json(200, { messages: [{ to: DIGITS, status: '0', 'remaining-balance': '3.14' }] }),
    refused: json(200, { messages: [{ status: '4', 'error-text': 'Bad Credentials' }] }),
    reason: `${NOT_OK}{"messages":[{"status":"4","error-text":"Bad Credentials"}]}`,
  },
  {
    // https://bulksmsbd.com/bulksms-api-bangladesh.php
    host: 'bulksmsbd.net',
    call: { method: 'GET', path: '/api/smsapi' },
    values: {
      api_key: 'API_KEY',
      type: 'text',
      number: DIGITS,
      senderid: '8809600000000',
      message: TEXT.message,
    },
    taken: json(200, { response_code: 202, success_message: 'SMS Submitted Successfully' }),
    refused: json(200, { response_code: 1001, success_message: '', error_message: 'Invalid Number' }),
    reason: `${NOT_OK}{"response_code":1001,"success_message":"","error_message":"Invalid Number"}`,
  },
  {
    // https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-message
    host: 'base_url',
    call: { path: '/sms/2/text/advanced', authorization: 'App API_KEY' },
    values: { messages: [{ from: 'BloodBank', destinations: [{ to: DIGITS }], text: TEXT.message }] },
    taken: json(200, { messages: [{ to: DIGITS, status: { groupName: 'PENDING' }, messageId: '22' }] }),
    refused: json(401, { requestError: { serviceException: { text: 'Invalid login details' } } }),
    reason:
      'the gateway answered 401: {"requestError":{"serviceException":{"text":"Invalid login details"}}}',
  },
  {
    // https://www.kannel.org/userguide.shtml
    host: '127.0.0.1',
    call: { method: 'GET', path: '/cgi-bin/sendsms' },
    values: {
      username: 'USER',
      password: 'PASSWORD',
      from: '16263',
      to: TEXT.phone,
      text: TEXT.message,
      charset: 'UTF-8',
      coding: '0',
    },
    taken: { status: 202, body: '0: Accepted for delivery' },
    refused: { status: 403, body: 'Authorization failed for sendsms' },
    reason: 'the gateway answered 403: Authorization failed for sendsms',
  },
]

/** What a call says, in its address, its form or its JSON. */
function valuesOf({ method, url, headers, body }: GatewayCall): unknown {
  if (headers['content-type'] === 'application/json') return JSON.parse(body)
  return Object.fromEntries(method === 'GET' ? url.searchParams : new URLSearchParams(body))
}

const settingsFor = (host: string) =>
  EXAMPLES.find(({ SMS_URL }) => SMS_URL && new URL(SMS_URL).hostname === host)

/** Sends the text by a provider on this machine, which answers always the same. */
async function sendBy(settings: NodeJS.ProcessEnv, answer: GatewayAnswer) {
  const { origin, calls } = await startTextGateway(() => answer)
  const { username, password, host } = new URL(settings.SMS_URL ?? '')
  const user = username && `${username}:${password}@`
  const SMS_URL = settings.SMS_URL?.replace(/^https?:\/\/[^/]+/, origin.replace('//', `//${user}`))
  expect(host).not.toBe('')
  const { textMessages } = readConfig({ ...settings, SMS_URL, SMS_PRIVATE_GATEWAY: 'true' })
  const outcome = textMessages && (await createTextSender(textMessages, db)(TEXT))
  return { outcome, calls }
}

test('each example in the documentation is tried', () => {
  expect(EXAMPLES.map(({ SMS_URL = '' }) => new URL(SMS_URL).hostname)).toEqual(
    PROVIDERS.map(({ host }) => host),
  )
  for (const settings of EXAMPLES) expect(readConfig(settings).textMessages).not.toBeNull()
})

test.each(PROVIDERS)(
  '$host takes a text message as its example in the documentation sends it',
  async ({ host, call, values, taken, refused, reason }) => {
    const settings = settingsFor(host) ?? {}
    const { outcome, calls } = await sendBy(settings, taken)
    expect(outcome).toEqual({ kind: 'sent' })
    const [{ method, url, headers }, ...more] = calls as [GatewayCall]
    const { authorization } = headers
    expect([{ method, path: url.pathname, authorization }, more]).toEqual([
      { method: 'POST', authorization: undefined, ...call },
      [],
    ])
    expect(calls.map(valuesOf)).toEqual([values])
    expect((await sendBy(settings, refused)).outcome).toEqual({ kind: 'failed', reason })
  },
)
