import type { Overview, ReportsWaiting } from '@blood-bank/contract/site/overview'
import { counted, formatCount, type Noun } from '../../ui/records/counts.ts'

const REQUESTS: Noun = ['reported request', 'reported requests']

/** What the reports are about that wait, and whether members see it: only those that reports hide are out of sight. */
export function describeReports({ total, visibleRequests, hiddenRequests }: ReportsWaiting): string {
  const others = total - visibleRequests - hiddenRequests
  return [
    hiddenRequests > 0 && `${counted(hiddenRequests, REQUESTS)}, hidden until you decide`,
    visibleRequests > 0 && `${counted(visibleRequests, REQUESTS)}, still visible to members`,
    others === 1 && '1 reported person or closed request',
    others > 1 && `${formatCount(others)} reported people or closed requests`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** What keeps the server from storing, and messages and alerts from arriving: their recipients can't know. */
export function describeFaults({
  deadMails,
  deliveryFaults,
  lowSpaceMegabytes,
  isTimeZoneMissing,
}: Overview): string[] {
  const { mailsGivenUp, pushesGivenUp, textsGivenUp, textError, textLimitReached, planningDelayMinutes } =
    deliveryFaults
  const { unverifiedMails } = deliveryFaults
  return [
    lowSpaceMegabytes !== null &&
      `The disk is nearly full: ${formatCount(lowSpaceMegabytes)} MB are left. When nothing is left, nobody can post or sign in. Remove what the server's disk does not need, or enlarge it.`,
    isTimeZoneMissing &&
      'The site goes by UTC, because TIME_ZONE is not set. If the university does not, times are wrong by hours: those of “Needed by”, and those at which donors are woken. Ask the operator of the server to set it, such as to Asia/Dhaka.',
    mailsGivenUp > 0 &&
      `Emails are not being delivered: ${failed(mailsGivenUp)} since yesterday. Check SMTP_URL and the server's log.`,
    mailsGivenUp === 0 &&
      deadMails > 0 &&
      `${counted(deadMails, ['email', 'emails'])} couldn't be delivered. Ask the operator of the server to check the outbox, which has the errors.`,
    pushesGivenUp > 0 &&
      `Notifications are not being delivered: ${failed(pushesGivenUp)} since yesterday. Check the server's log, and that the server can reach the push services of browsers.`,
    textsGivenUp > 0 &&
      `Text messages are not being delivered: ${failed(textsGivenUp)} since yesterday. ${textError === null ? '' : `The last error: “${textError}”. `}Check SMS_URL and the gateway.`,
    textLimitReached !== null &&
      `No more text messages are sent today: the limit of ${formatCount(textLimitReached)} a day (SMS_PER_DAY) is reached. Donors are still asked by email and notification.`,
    unverifiedMails !== null &&
      `${formatCount(unverifiedMails.sent)} of the ${formatCount(unverifiedMails.perDay)} emails of a day to addresses that nobody has verified are sent${unverifiedMails.waiting > 0 ? `, and ${formatCount(unverifiedMails.waiting)} wait` : ''}. If it isn't the beginning of a term, check under Manage Users who has registered last: somebody may be inventing accounts.`,
    planningDelayMinutes > 0 &&
      `Donors are being asked too late: a blood request has waited ${formatCount(planningDelayMinutes)} minutes. Check the server's log, and restart the server if it doesn't catch up.`,
  ].filter(fault => fault !== false)
}

const failed = (number: number) => counted(number, ['has failed', 'have failed'])
