import { useMailToken } from '../../features/accounts/use-mail-token.ts'
import { AfterHydration } from '../../ui/browser/after-hydration.tsx'
import { DismissibleError } from '../../ui/feedback/dismissible-error.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ConfirmRequest } from './confirm-request.tsx'

/** The target of the link that asks whether blood is still needed. It works signed out, and opening it changes nothing. */
export function ConfirmPage() {
  const { token, fault } = useMailToken()
  return (
    <Page title="Is blood still needed?">
      <AfterHydration fallback={<Waiting />}>
        {fault ? (
          <Card>
            <DismissibleError>{fault}</DismissibleError>
            <p>The whole link is in the email that asked you.</p>
          </Card>
        ) : (
          <ConfirmRequest key={token} token={token} />
        )}
      </AfterHydration>
    </Page>
  )
}
