import type { Overview } from '@blood-bank/contract/campus/overview'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Warns admins about emails, notifications and alerts that do not arrive, as their recipients can't know. */
export function DeliveryWarnings({ counts: { deadMails, deliveryFaults } }: { counts: Overview }) {
  const { mailsGivenUp, pushesGivenUp, planningDelayMinutes } = deliveryFaults
  const warnings = [
    mailsGivenUp > 0 &&
      `Emails are not being delivered: ${failed(mailsGivenUp)} since yesterday. Check SMTP_URL and the server's log.`,
    mailsGivenUp === 0 &&
      deadMails > 0 &&
      `${deadMails === 1 ? '1 email' : `${count(deadMails)} emails`} couldn't be delivered. Ask the operator of the server to check the outbox, which has the errors.`,
    pushesGivenUp > 0 &&
      `Notifications are not being delivered: ${failed(pushesGivenUp)} since yesterday. Check the server's log, and that the server can reach the push services of browsers.`,
    planningDelayMinutes > 0 &&
      `Donors are being asked too late: a blood request has waited ${count(planningDelayMinutes)} minutes. Check the server's log, and restart the server if it doesn't catch up.`,
  ].filter(warning => warning !== false)
  return warnings.map(warning => (
    <Notice key={warning} kind="warning">
      {warning}
    </Notice>
  ))
}

const count = (number: number) => number.toLocaleString('en-US')
const failed = (number: number) => (number === 1 ? '1 has failed' : `${count(number)} have failed`)
