import type { Config } from '../../config.ts'
import { textingTo } from '../../identity/numbers/contact-number.ts'
import type { Database } from '../../platform/database/connection.ts'
import { createTextSender } from '../../platform/text-messages/create-text-sender.ts'
import { fitIntoSegment, toGsm7 } from '../../platform/text-messages/segment.ts'

export type TestTextOptions = {
  config: Pick<Config, 'brandName' | 'defaultPhoneCountry' | 'textMessages'>
  /** Prints one line. */
  print: (line: string) => void
}

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
  const { phone } = textingTo(typed, config.defaultPhoneCountry)
  if (phone === null) {
    print(`${typed} is not a mobile number. Write it as in ${config.defaultPhoneCountry}, or with +.`)
    return 1
  }
  const message = fitIntoSegment(
    brandName => `Test from ${brandName}: text messages work.`,
    toGsm7(config.brandName),
  )
  const outcome = await createTextSender(config.textMessages, db)({ phone, message })
  print(
    outcome.kind === 'sent'
      ? `The gateway has taken a text message to ${phone}.`
      : `The text message to ${phone} was not sent: ${outcome.reason}`,
  )
  return outcome.kind === 'sent' ? 0 : 1
}
