import type { TextGateway } from '../../config/text-messages.ts'

const MAX_LENGTH = 200

/** Five digits can be the code of an error. Six can be the code in a message, and more are phone numbers, however written. */
const NUMBER = /\+?\d(?:[\s().-]{0,2}\d){5,}/g

/** A shorter part of the message says nothing of it. */
const MIN_PART = 8

/** The values in a template that are not placeholders: keys, passwords, senders. */
const VALUE = /[=:]\s*"?([^"&={}:,\s]{6,})/g

/** What a gateway answered, without phone numbers, the message, links and the operator's keys, all of which replies repeat. */
export const quoteReply = (reply: string, gateway: TextGateway, message: string): string =>
  withoutParts(
    withoutKeys(reply.replace(/<[^<>]*>/g, ' '), gateway).replace(/https?:[^\s"'<]+/g, '…'),
    message,
  )
    .replace(NUMBER, '…')
    .replace(/…+/g, '…')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trimStart()
    .slice(0, MAX_LENGTH)
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
  for (let start = 0; start + MIN_PART <= reply.length; start += 1) {
    const part = reply.slice(start, start + MIN_PART)
    if (forms.some(form => form.includes(part))) isPart.fill(true, start, start + MIN_PART)
  }
  return [...isPart.keys()].map(n => (isPart[n] ? (isPart[n - 1] ? '' : '…') : reply.charAt(n))).join('')
}
