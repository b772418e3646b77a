import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { actorOf, useSession } from '../../session/session.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmailVerification } from './email-verification.tsx'

/** The target of the link in a verification email. */
export function VerifyEmailPage() {
  const [to, label] = actorOf(useSession()) ? ['/dashboard', 'Go to Dashboard'] : ['/login', 'Sign in']
  const help = <p>For a new link, sign in and press Resend Verification Email.</p>
  const next = (
    <div>
      <LinkButton to={to} variant="primary">
        {label}
      </LinkButton>
    </div>
  )
  return (
    <MailLinkPage
      title="Verify your email"
      lead="Once your email is verified, you can register as a donor and post blood requests."
      help={
        <>
          {help}
          {next}
        </>
      }
    >
      {token => (
        <Card>
          <EmailVerification key={token} token={token} help={help} next={next} />
        </Card>
      )}
    </MailLinkPage>
  )
}
