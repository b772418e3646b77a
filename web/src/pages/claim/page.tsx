import { useMailToken } from '../../features/accounts/use-mail-token.ts'
import { AfterHydration } from '../../ui/browser/after-hydration.tsx'
import { DismissibleError } from '../../ui/feedback/dismissible-error.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ClaimProfile } from './claim-profile.tsx'

/** The target of the link to people on an imported list. It works signed out, and opening it changes nothing. */
export function ClaimPage() {
  const { token, fault } = useMailToken()
  return (
    <Page title="Do you want to be a donor?">
      <AfterHydration fallback={<Waiting />}>
        {fault ? (
          <Card>
            <DismissibleError>{fault}</DismissibleError>
            <p>The whole link is in the email that we sent you.</p>
          </Card>
        ) : (
          <ClaimProfile key={token} token={token} />
        )}
      </AfterHydration>
    </Page>
  )
}
