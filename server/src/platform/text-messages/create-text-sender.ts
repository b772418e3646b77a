import type { LookupFunction } from 'node:net'
import { MAX_REPLY_LENGTH } from '../../config/reply-pattern.ts'
import type { Placeholder, TextGateway, TextMessages } from '../../config/text-messages.ts'
import type { Database } from '../database/connection.ts'
import {
  callService,
  createAgents,
  isUnconnected,
  reasonOf,
  type ServiceReply,
} from '../network/call-service.ts'
import { createPublicLookup } from '../network/public-lookup.ts'
import { catchText } from './caught-texts.ts'
import type { SendText, TextMessage, TextOutcome } from './send-text.ts'

type Options = { lookup?: LookupFunction; timeoutMs?: number }

const TIMEOUT_MS = 10_000
const MAX_SOCKETS = 5
/** A character has at most four bytes. */
const MAX_REPLY_BYTES = 4 * MAX_REPLY_LENGTH

/** Creates the sender of a server: to its gateway, or into the mailbox. It neither throws nor tries again. */
export const createTextSender = (
  { gateway }: Pick<TextMessages, 'gateway'>,
  db: Database,
  options: Options = {},
): SendText => (gateway === 'mailbox' ? toMailbox(db) : toGateway(gateway, options))

const toMailbox =
  (db: Database): SendText =>
  async text => {
    await catchText(db, text)
    return { kind: 'sent' }
  }

function toGateway(
  gateway: TextGateway,
  { lookup = createPublicLookup(), timeoutMs = TIMEOUT_MS }: Options,
): SendText {
  // Connections are not reused: on one that the gateway closes at that moment nobody can tell whether it took the message.
  const options = { keepAlive: false, maxSockets: MAX_SOCKETS, ...(!gateway.isPrivate && { lookup }) }
  const agents = createAgents(options)
  return async text => {
    try {
      const { url, body, type } = fillIn(gateway, text)
      const reply = await callService(url, {
        method: body === null ? 'GET' : 'POST',
        headers: { ...type, 'user-agent': 'university-blood-bank', ...gateway.headers },
        agent: agents[url.protocol === 'http:' ? 'http:' : 'https:'],
        body,
        timeoutMs,
        maxReplyBytes: MAX_REPLY_BYTES,
      })
      return outcomeOf(reply, gateway, text)
    } catch (error) {
      const reason = reasonOf(error, 'the gateway')
      return { kind: 'failed', reason, ...(isUnconnected(error) && { isUnsent: true }) }
    }
  }
}

const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

/** Fills the templates. Each value is encoded for where it stands. */
function fillIn({ url, body, from }: TextGateway, { phone, message }: TextMessage) {
  const values: Record<Placeholder, string> = { phone, digits: phone.replace(/^\+/, ''), message, from }
  const fill = (template: string, encode: (value: string) => string) =>
    template.replace(/\{(phone|digits|message|from)\}/g, (_, name: Placeholder) => encode(values[name]))
  return {
    url: new URL(fill(url, encodeURIComponent)),
    body: body && fill(body.template, body.kind === 'json' ? inJson : encodeURIComponent),
    type: body && { 'content-type': TYPES[body.kind] },
  }
}

const inJson = (value: string) => JSON.stringify(value).slice(1, -1)

function outcomeOf(reply: ServiceReply, gateway: TextGateway, { message }: TextMessage): TextOutcome {
  const { status } = reply
  const isTaken = status >= 200 && status < 300
  if (isTaken && gateway.isOk(reply.text)) return { kind: 'sent' }
  const quoted = quoteReply(reply.text, gateway, message)
  const answer = `the gateway answered ${status}${isTaken ? ', which SMS_OK does not match' : ''}`
  return { kind: 'failed', reason: quoted === '' ? answer : `${answer}: ${quoted}` }
}

const MAX_QUOTE_LENGTH = 200

/** Five digits can be the code of an error. Six can be the code in a message, and more are phone numbers, however written. */
const PHONE_NUMBER = /\+?\d(?:[\s().-]{0,2}\d){5,}/g

/** A shorter part of the message says nothing of it. */
const MIN_PART_LENGTH = 8

/** The values in a template that are not placeholders: keys, passwords, senders. */
const VALUE = /[=:]\s*"?([^"&={}:,\s]{6,})/g

/** What a gateway answered, without phone numbers, the message, links and the operator's keys, all of which replies repeat. */
const quoteReply = (reply: string, gateway: TextGateway, message: string): string =>
  withoutParts(
    withoutKeys(reply.replace(/<[^<>]*>/g, ' '), gateway).replace(/https?:[^\s"'<]+/g, '…'),
    message,
  )
    .replace(PHONE_NUMBER, '…')
    .replace(/…+/g, '…')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trimStart()
    .slice(0, MAX_QUOTE_LENGTH)
    .trimEnd()

function withoutKeys(reply: string, { url, body, headers }: TextGateway): string {
  const values = [...`${url}&${body?.template ?? ''}`.matchAll(VALUE)].map(([, value = '']) => value)
  const { username, password, pathname } = new URL(url)
  const inPath = pathname.split('/').filter(part => /\d/.test(part))
  const inHeaders = Object.values(headers).flatMap(value => value.split(' '))
  const keys = [...values, username, password, ...inPath, ...inHeaders]
  return keys.filter(key => key.length >= 6).reduce((text, key) => text.replaceAll(key, '…'), reply)
}

/** Without every part of the message, also if it is cut off or written as in JSON, a URL or a form. */
function withoutParts(reply: string, message: string): string {
  const forms = [
    message,
    JSON.stringify(message).slice(1, -1),
    encodeURIComponent(message),
    new URLSearchParams([['', message]]).toString().slice(1),
  ]
  const isPart = new Array<boolean>(reply.length).fill(false)
  for (let start = 0; start + MIN_PART_LENGTH <= reply.length; start += 1) {
    const part = reply.slice(start, start + MIN_PART_LENGTH)
    if (forms.some(form => form.includes(part))) isPart.fill(true, start, start + MIN_PART_LENGTH)
  }
  return [...isPart.keys()].map(n => (isPart[n] ? (isPart[n - 1] ? '' : '…') : reply.charAt(n))).join('')
}
