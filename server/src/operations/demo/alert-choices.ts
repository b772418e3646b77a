import { DAY_MS } from '@blood-bank/contract/durations'
import { allowsAlerts, isCurrentConsent } from '@blood-bank/contract/own-account/consent'
import type { Insertable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { LOGIN_EMAILS } from './logins.ts'
import type { DemoMember } from './members.ts'

/** The choices of every twelfth donor each; the others have the defaults. */
const CHOICES = (now: Date): Record<number, Partial<Insertable<Schema['alertPreferences']>>> => ({
  3: { frequency: 'one-a-month' },
  5: { pausedUntil: new Date(now.getTime() + 10 * DAY_MS) },
  7: { isOn: false },
  8: { frequency: 'as-needed' },
  10: { pausedUntil: Number.POSITIVE_INFINITY },
})

type AlertChoiceOfDemo = { userId: string; choice: Partial<Insertable<Schema['alertPreferences']>> }

/** What donors of the demo chose about alerts. To those with an older consent, an email introduces alerts. */
export function alertChoicesOf(members: readonly DemoMember[], now: Date): AlertChoiceOfDemo[] {
  const donors = members.filter(({ donor }) => donor !== null)
  return donors.flatMap(({ id: userId, agreedTo }, nth) => {
    if (!allowsAlerts(agreedTo)) return [{ userId, choice: { firstAlertFrom: null } }]
    const choice = CHOICES(now)[nth % 12]
    return choice ? [{ userId, choice }] : []
  })
}

/** The numbers of every second donor, who gets urgent alerts as text messages. Whoever tries the demo switches that on. */
export const textNumbersOf = (
  members: readonly DemoMember[],
  now: Date,
): Insertable<Schema['textNumbers']>[] =>
  members
    .filter(({ email, agreedTo }) => isCurrentConsent(agreedTo) && !LOGIN_EMAILS.has(email))
    .flatMap(({ id: userId, donor }) =>
      donor ? [{ userId, phone: donor.form.contactNumber, confirmedAt: now }] : [],
    )
    .filter((_, nth) => nth % 2 === 0)
