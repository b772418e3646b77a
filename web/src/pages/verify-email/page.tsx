import { useMailToken } from '../../features/accounts/use-mail-token.ts'
import { actorOf, useSession } from '../../session/session.ts'
import { AfterHydration } from '../../ui/browser/after-hydration.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmailVerification } from './email-verification.tsx'

/** The target of the link in a verification email. */
export function VerifyEmailPage() {
  const { token, fault } = useMailToken()
  const next = actorOf(useSession()) ? (
    <LinkButton to="/dashboard" variant="primary">
      Go to Dashboard
    </LinkButton>
  ) : (
    <LinkButton to="/login" variant="primary">
      Sign in
    </LinkButton>
  )
  return (
    <Page
      title="Verify your email"
      lead="Once your email is verified, you can register as a donor and post blood requests."
    >
      <AfterHydration fallback={<Waiting />}>
        <Card>
          <EmailVerification
            key={token}
            token={token}
            fault={fault}
            next={next}
            help="For a new link, sign in and press Resend Verification Email."
          />
        </Card>
      </AfterHydration>
    </Page>
  )
}
