import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { ClaimProfile } from './claim-profile.tsx'

/** The target of the link to people on an imported list. It works signed out, and opening it changes nothing. */
export function ClaimPage() {
  return (
    <MailLinkPage
      title="Do you want to be a donor?"
      help={<p>The whole link is in the email that we sent you.</p>}
    >
      {token => <ClaimProfile key={token} token={token} />}
    </MailLinkPage>
  )
}
