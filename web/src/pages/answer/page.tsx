import type { AskedAlert } from '@blood-bank/contract/alerts/answers'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { RequestSummary } from '../../features/blood-requests/request-summary.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { AnswerAlert } from './answer-alert.tsx'

/** The target of the link in an alert. It works signed out, and opening it changes nothing. */
export function AnswerPage() {
  return (
    <MailLinkPage title="Can you give blood?" help={<p>The whole link is in the email that asked you.</p>}>
      {token => <AnswerAlert key={token} token={token} Summary={AskedRequest} />}
    </MailLinkPage>
  )
}

const AskedRequest = ({ bloodRequest }: { bloodRequest: AskedAlert }) => (
  <RequestSummary bloodRequest={bloodRequest}>
    <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
  </RequestSummary>
)
