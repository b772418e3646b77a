import { cleanEmail } from '@blood-bank/contract/typed-text/clean'
import type { Config } from '../../config.ts'
import { textingTo } from '../../features/contact-numbers/contact-number.ts'
import { removePasskeys } from '../../identity/passkeys/store.ts'
import type { AccountMailKind } from '../../identity/passwords/mails.ts'
import { assignRole } from '../../identity/users/assign-role.ts'
import {
  isLastAdminError,
  listAdminEmails,
  lockUserByEmail,
  type UserRow,
} from '../../identity/users/store.ts'
import { type Database, inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/http/refuse.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { createTextSender } from '../../platform/text-messages/create-text-sender.ts'
import { type Command, parseArguments, UsageError } from '../process/arguments.ts'

export const ADMIN = {
  usage: 'npm run admin -- grant EMAIL | revoke EMAIL | remove-passkeys EMAIL | list | test-sms NUMBER',
  words: [1, Number.POSITIVE_INFINITY],
} as const satisfies Command

type Options = {
  config: Pick<Config, 'defaultPhoneCountry' | 'textMessages'>
  /** Prints one line. */
  print: (line: string) => void
}

/** What a command does to an account that it has locked. @returns what to print */
type Change = (db: Transaction, user: UserRow) => Promise<string>

const CHANGES: Record<string, Change> = {
  async grant(db, user) {
    await assignRole(db, user, 'admin')
    return `${user.email} is now an admin.`
  },
  async revoke(db, user) {
    await assignRole(db, user, 'user')
    return `${user.email} is no longer an admin.`
  },
  async 'remove-passkeys'(db, { id, email }) {
    const removed = await removePasskeys(db, { userId: id })
    if (removed === 0) return `${email} has no passkey.`
    await enqueueMail(db, 'passkey-removed' satisfies AccountMailKind, email)
    return `${email} has no passkey any more: ${removed} removed. They sign in with their password and add a new one.`
  },
}

/** What is asked for, and of whom. @throws UsageError if there is no such command, or it takes more or fewer words */
export function readCommand(args: string[], command: Command = ADMIN): string[] {
  const { words } = parseArguments(args, command)
  const [verb = ''] = words
  if (verb !== 'list' && verb !== 'test-sms' && !Object.hasOwn(CHANGES, verb))
    throw new UsageError(`There is no command "${verb}"`)
  const min = verb === 'list' ? 1 : 2
  // The parts of a number are put together.
  parseArguments(args, { ...command, words: [min, verb === 'test-sms' ? Number.POSITIVE_INFINITY : min] })
  return words
}

/**
 * Grants, revokes and lists the admin role, removes the passkeys of somebody who has lost theirs, and tries text messages.
 * @param words of `readCommand`
 * @returns the exit code: 0 success, 1 refused
 */
export async function runAdmin(db: Database, words: string[], options: Options): Promise<0 | 1> {
  const { print } = options
  const [verb = '', ...rest] = words
  const change = CHANGES[verb]
  if (verb === 'test-sms') return sendTestText(db, rest.join(' '), options)
  if (change === undefined) {
    const admins = await listAdminEmails(db)
    print(admins.length > 0 ? admins.join('\n') : 'There is no admin yet.')
    return 0
  }
  const email = cleanEmail(rest.join('')).toLowerCase()
  try {
    const done = await inTransaction(db, async db => {
      const user = await lockUserByEmail(db, email)
      return user && change(db, user)
    })
    if (done !== null) {
      print(done)
      return 0
    }
    print(`No account has the address ${email}. Register it in the browser first.`)
  } catch (error) {
    if (error instanceof Refusal) {
      print(`${email} is not verified. ${error.message}`)
      return 1
    }
    if (!isLastAdminError(error)) throw error
    print(`${email} is the last admin. Grant the role to somebody else first.`)
  }
  return 1
}

const MESSAGE = 'This text message was sent to try the gateway. It works.'

/**
 * Sends a text message to try the gateway. It does not count for `SMS_PER_DAY`.
 * @returns the exit code: 0 taken by the gateway, 1 not
 */
async function sendTestText(db: Database, typed: string, { config, print }: Options): Promise<0 | 1> {
  if (config.textMessages === null) {
    print('This site sends no text messages: SMS_URL is not set, or SMS_PER_DAY is 0.')
    return 1
  }
  const { defaultPhoneCountry: country, textMessages } = config
  const { phone, obstacle } = textingTo(typed, { country, countries: textMessages.countries })
  if (obstacle === 'other-country') {
    print(`${typed} is of a country that SMS_COUNTRIES does not list.`)
    return 1
  }
  if (phone === null) {
    print(`${typed} is not a mobile number. Write it as in ${country}, or with +.`)
    return 1
  }
  const outcome = await createTextSender(textMessages, db)({ phone, message: MESSAGE })
  print(
    outcome.kind === 'sent'
      ? `The gateway has taken a text message to ${phone}.`
      : `The text message to ${phone} was not sent: ${outcome.reason}`,
  )
  return outcome.kind === 'sent' ? 0 : 1
}
