import type { Config } from '../../config.ts'
import { textingTo } from '../../identity/numbers/contact-number.ts'
import type { Database } from '../../platform/database/connection.ts'
import { createTextSender } from '../../platform/text-messages/create-text-sender.ts'

export type TestTextOptions = {
  config: Pick<Config, 'defaultPhoneCountry' | 'textMessages'>
  /** Prints one line. */
  print: (line: string) => void
}

const MESSAGE = 'This text message was sent to try the gateway. It works.'

/**
 * Sends a text message to try the gateway. It does not count for `SMS_PER_DAY`.
 * @returns the exit code: 0 taken by the gateway, 1 not
 */
export async function sendTestText(
  db: Database,
  typed: string,
  { config, print }: TestTextOptions,
): Promise<0 | 1> {
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
