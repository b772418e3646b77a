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
      `The disk is nearly full: ${formatCount(lowSpaceMegabytes)} MB are left. When it is full, nobody can post or sign in. Ask whoever runs the server to free or add space.`,
    isTimeZoneMissing &&
      'Times are in UTC, because TIME_ZONE is not set. If the university is in another time zone, deadlines are wrong by hours, and donors may be woken at night. Ask whoever runs the server to set it, for example to Asia/Dhaka.',
    mailsGivenUp > 0 &&
      `Emails are not being delivered: ${failed(mailsGivenUp)} since yesterday. Ask whoever runs the server to check SMTP_URL and the log.`,
    mailsGivenUp === 0 &&
      deadMails > 0 &&
      `${counted(deadMails, ['email', 'emails'])} couldn't be delivered. Ask whoever runs the server to look up the errors in the outbox.`,
    pushesGivenUp > 0 &&
      `Notifications are not being delivered: ${failed(pushesGivenUp)} since yesterday. Ask whoever runs the server to check the log, and whether the server can reach the browsers' push services.`,
    textsGivenUp > 0 &&
      `Text messages are not being delivered: ${failed(textsGivenUp)} since yesterday. ${textError === null ? '' : `The last error: “${textError}”. `}Ask whoever runs the server to check SMS_URL and the gateway.`,
    textLimitReached !== null &&
      `No more text messages are sent today: the limit of ${formatCount(textLimitReached)} a day (SMS_PER_DAY) is reached. Donors are still asked by email and notification.`,
    unverifiedMails !== null &&
      `${formatCount(unverifiedMails.sent)} of at most ${formatCount(unverifiedMails.perDay)} emails a day to unverified addresses are sent${unverifiedMails.waiting > 0 ? `, and ${formatCount(unverifiedMails.waiting)} wait` : ''}. Unless a term is beginning, look under Manage Users at who registered last: somebody may be inventing accounts.`,
    planningDelayMinutes > 0 &&
      `Donors are asked too late: a blood request has waited ${formatCount(planningDelayMinutes)} minutes. Ask whoever runs the server to check the log, and to restart it if this goes on.`,
  ].filter(fault => fault !== false)
}

const failed = (number: number) => counted(number, ['has failed', 'have failed'])
