import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { AnswerAlert } from './answer-alert.tsx'

/** The target of the link in an alert. It works signed out, and opening it changes nothing. */
export function AnswerPage() {
  return (
    <MailLinkPage title="Can you give blood?" help={<p>The whole link is in the email that asked you.</p>}>
      {token => <AnswerAlert key={token} token={token} />}
    </MailLinkPage>
  )
}
