import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { ConfirmRequest } from './confirm-request.tsx'

/** The target of the link that asks whether blood is still needed. It works signed out, and opening it changes nothing. */
export function ConfirmPage() {
  return (
    <MailLinkPage title="Is blood still needed?" help={<p>The whole link is in the email that asked you.</p>}>
      {token => <ConfirmRequest key={token} token={token} />}
    </MailLinkPage>
  )
}
