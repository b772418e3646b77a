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
  /** As the provider's documentation says it: what it takes, and how it refuses what is wrong. */
  answer: (call: GatewayCall) => GatewayAnswer
  /** What an operator changes to be refused, and what the operator is told then. */
  wrong: [setting: string, from: string, to: string]
  reason: string
}

const json = (status: number, body: object): GatewayAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const isForm = ({ method, headers }: GatewayCall) =>
  method === 'POST' && headers['content-type'] === 'application/x-www-form-urlencoded'

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const PROVIDERS: Provider[] = [
  {
    // https://www.twilio.com/docs/messaging/api/message-resource
    host: 'api.twilio.com',
    answer(call) {
      const form = new URLSearchParams(call.body)
      if (call.headers.authorization !== basic('ACCOUNT_SID', 'AUTH_TOKEN'))
        return json(401, { code: 20003, message: 'Authenticate', status: 401 })
      if (call.url.pathname !== '/2010-04-01/Accounts/ACCOUNT_SID/Messages.json' || !isForm(call))
        return json(404, { code: 20404, message: 'Not found', status: 404 })
      if (!/^\+\d{8,15}$/.test(form.get('To') ?? ''))
        return json(400, {
          code: 21211,
          message: `Invalid 'To' Phone Number: ${form.get('To')}`,
          status: 400,
        })
      if (!/^\+\d{8,15}$/.test(form.get('From') ?? '') || form.get('Body') !== TEXT.message)
        return json(400, { code: 21602, message: 'Message body is required.', status: 400 })
      return json(201, { sid: 'SM1', status: 'queued', to: form.get('To'), error_code: null })
    },
    wrong: ['SMS_BODY', '{phone}', '{digits}'],
    reason: `the gateway answered 400: {"code":21211,"message":"Invalid 'To' Phone Number: …","status":400}`,
  },
  {
    // https://developer.vonage.com/en/api/sms
    host: 'rest.nexmo.com',
    answer(call) {
      const form = new URLSearchParams(call.body)
      const fail = (status: string, text: string) =>
        json(200, { 'message-count': '1', messages: [{ status, 'error-text': text }] })
      if (call.url.pathname !== '/sms/json' || !isForm(call)) return { status: 404 }
      if (form.get('api_key') !== 'API_KEY' || form.get('api_secret') !== 'API_SECRET')
        return fail('4', 'Bad Credentials')
      if (!/^\d{7,15}$/.test(form.get('to') ?? '')) return fail('3', 'Invalid value for to')
      if (!form.get('from') || form.get('text') !== TEXT.message) return fail('2', 'Missing text')
      const message = { to: form.get('to'), 'message-id': '0A0', status: '0', 'remaining-balance': '3.14' }
      return json(200, { 'message-count': '1', messages: [message] })
    },
    wrong: ['SMS_BODY', 'API_SECRET', 'another'],
    reason:
      'the gateway answered 200, which SMS_OK does not match: {"message-count":"1","messages":[{"status":"4","error-text":"Bad Credentials"}]}',
  },
  {
    // https://bulksmsbd.com/bulksms-api-bangladesh.php
    host: 'bulksmsbd.net',
    answer({ method, url }) {
      const values = url.searchParams
      const fail = (code: number, text: string) =>
        json(200, { response_code: code, success_message: '', error_message: text })
      if (method !== 'GET' || url.pathname !== '/api/smsapi') return { status: 404 }
      if (values.get('api_key') !== 'API_KEY') return fail(1011, 'User Id not found')
      if (!/^8801\d{9}$/.test(values.get('number') ?? '')) return fail(1001, 'Invalid Number')
      if (values.get('type') !== 'text' || !values.get('senderid') || values.get('message') !== TEXT.message)
        return fail(1003, 'Please Required all fields')
      return json(200, { response_code: 202, success_message: 'SMS Submitted Successfully' })
    },
    wrong: ['SMS_URL', '{digits}', '{phone}'],
    reason:
      'the gateway answered 200, which SMS_OK does not match: {"response_code":1001,"success_message":"","error_message":"Invalid Number"}',
  },
  {
    // https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-message
    host: 'base_url',
    answer({ method, url, headers, body }) {
      if (method !== 'POST' || url.pathname !== '/sms/2/text/advanced') return { status: 404 }
      if (headers.authorization !== 'App API_KEY')
        return json(401, { requestError: { serviceException: { text: 'Invalid login details' } } })
      if (headers['content-type'] !== 'application/json') return { status: 415 }
      const [message] = JSON.parse(body).messages
      const { to } = message.destinations[0]
      const isRight = /^\d{8,15}$/.test(to) && message.from === 'BloodBank' && message.text === TEXT.message
      const groupName = isRight ? 'PENDING' : 'REJECTED'
      return json(200, { messages: [{ to, status: { groupName }, messageId: '22' }] })
    },
    wrong: ['SMS_HEADERS', 'API_KEY', 'another'],
    reason:
      'the gateway answered 401: {"requestError":{"serviceException":{"text":"Invalid login details"}}}',
  },
  {
    // https://www.kannel.org/userguide.shtml
    host: '127.0.0.1',
    answer({ method, url }) {
      const values = url.searchParams
      if (method !== 'GET' || url.pathname !== '/cgi-bin/sendsms') return { status: 404 }
      if (values.get('username') !== 'USER' || values.get('password') !== 'PASSWORD')
        return { status: 403, body: 'Authorization failed for sendsms' }
      const isUtf8 = values.get('charset') === 'UTF-8' && values.get('coding') === '0'
      // Several receivers are separated by spaces, which is how a + would be read.
      if (!/^\+?\d+$/.test(values.get('to') ?? '') || !values.get('from'))
        return { status: 400, body: 'Missing receiver(s) number(s), rejected' }
      return isUtf8 && values.get('text') === TEXT.message
        ? { status: 202, body: '0: Accepted for delivery' }
        : { status: 400, body: 'Charset or body misformed, rejected' }
    },
    wrong: ['SMS_URL', '=PASSWORD', '=another'],
    reason: 'the gateway answered 403: Authorization failed for sendsms',
  },
]

const settingsFor = (host: string) =>
  EXAMPLES.find(({ SMS_URL }) => SMS_URL && new URL(SMS_URL).hostname === host)

/** Sends the text by a provider on this machine. */
async function sendBy({ answer }: Provider, settings: NodeJS.ProcessEnv) {
  const { origin, calls } = await startTextGateway(answer)
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
  async provider => {
    const settings = settingsFor(provider.host) ?? {}
    expect((await sendBy(provider, settings)).outcome).toEqual({ kind: 'sent' })
    const [name, from, to] = provider.wrong
    const changed = { ...settings, [name]: settings[name]?.replace(from, to) }
    const { outcome, calls } = await sendBy(provider, changed)
    expect(outcome).toEqual({ kind: 'failed', reason: provider.reason })
    expect(calls).toHaveLength(1)
    expect(JSON.stringify(outcome)).not.toContain(DIGITS)
  },
)
