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
import { quoteReply } from './quote-reply.ts'
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
