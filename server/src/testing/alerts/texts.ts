import { registerDonor } from '@blood-bank/contract/donors/endpoints'
import { createTextCodes } from '../../features/alerts/texts/codes.ts'
import { SEND_TEXT, type WaitingText } from '../../features/alerts/texts/enqueue-texts.ts'
import { createAttemptLimits } from '../../identity/access/attempt-limits.ts'
import type { TextMessage } from '../../platform/text-messages/send-text.ts'
import { aDonor } from '../builders.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import { AUTH_SECRET, startTestApp } from '../test-app.ts'

const SMS_URL = 'https://sms.example.edu/send?to={phone}&text={message}'

/** Starts a bank with a gateway for text messages that remembers what it was given. */
export async function startBankWithTexts(environment: Record<string, string> = {}) {
  const bank = await startTestApp({ SMS_URL, ...environment })
  const { db, config, now } = bank
  const attemptLimits = createAttemptLimits(db, { settings: config.limits, secret: AUTH_SECRET, now })
  const codes = createTextCodes({ config, attemptLimits, authSecret: AUTH_SECRET, now })
  const sent: TextMessage[] = []

  async function sendCode(userId: string) {
    const text = await codes.compose(db, userId)
    if (text) sent.push({ phone: text.phone, message: text.message })
  }

  return {
    ...bank,
    codes,
    /** What the gateway was given, oldest first. */
    sent,
    textsTo: (phone: string) => sent.filter(text => text.phone === phone),
    /** Sends what waits. */
    sendTexts: () =>
      runDueJobs(bank.pool, {
        [SEND_TEXT]: async payload => {
          const waiting = payload as WaitingText
          if (waiting.kind === 'code') await sendCode(waiting.userId)
        },
      }),

    /** A member with a donor profile. */
    async signedInDonor(contactNumber: string, email?: string) {
      const donor = await bank.signedInAs(email === undefined ? {} : { email })
      await donor.call(registerDonor, { body: aDonor({ contactNumber }) })
      return donor
    },
  }
}

/** The code in a text message. */
export const codeIn = (text: TextMessage | undefined): string => /^\d{6}/.exec(text?.message ?? '')?.[0] ?? ''
