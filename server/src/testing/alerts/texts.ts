import { registerDonor } from '@blood-bank/contract/donors/endpoints'
import { createTextCodes } from '../../features/alerts/texts/codes.ts'
import { sendTextJob } from '../../features/alerts/texts/send-text.job.ts'
import { createAttemptLimits } from '../../identity/access/attempt-limits.ts'
import type { TextMessage, TextOutcome } from '../../platform/text-messages/send-text.ts'
import { aDonor } from '../builders.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import { AUTH_SECRET, startTestApp } from '../test-app.ts'

/** Starts a bank with a gateway for text messages that remembers what it was given. */
export async function startBankWithTexts(environment: Record<string, string> = {}) {
  const bank = await startTestApp({ SMS_URL: 'mailbox', ...environment })
  const { db, config, now } = bank
  const attemptLimits = createAttemptLimits(db, { settings: config.limits, secret: AUTH_SECRET, now })
  const codes = createTextCodes({ config, attemptLimits, authSecret: AUTH_SECRET, now })
  const sent: TextMessage[] = []

  const outcomes: TextOutcome[] = []
  const job = sendTextJob({
    db,
    now,
    alertMetrics: bank.alertMetrics,
    log: { warn: () => {} },
    async send(text) {
      const outcome = outcomes.shift() ?? { kind: 'sent' }
      if (outcome.kind === 'sent') sent.push(text)
      return outcome
    },
    composers: { alert: async () => null, code: codes.compose },
  })

  return {
    ...bank,
    codes,
    /** What the gateway was given, oldest first. */
    sent,
    textsTo: (phone: string) => sent.filter(text => text.phone === phone),
    /** What the gateway answers next; it takes all others. */
    outcomes,
    /** Sends what waits. */
    sendTexts: () => runDueJobs(bank.pool, job),

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
