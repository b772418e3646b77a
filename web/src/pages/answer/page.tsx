import { useMailToken } from '../../features/accounts/use-mail-token.ts'
import { AfterHydration } from '../../ui/browser/after-hydration.tsx'
import { DismissibleError } from '../../ui/feedback/dismissible-error.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AnswerAlert } from './answer-alert.tsx'

/** The target of the link in an alert. It works signed out, and opening it changes nothing. */
export function AnswerPage() {
  const { token, fault } = useMailToken()
  return (
    <Page title="Can you give blood?">
      <AfterHydration fallback={<Waiting />}>
        {fault ? (
          <Card>
            <DismissibleError>{fault}</DismissibleError>
            <p>The whole link is in the email that asked you.</p>
          </Card>
        ) : (
          <AnswerAlert key={token} token={token} />
        )}
      </AfterHydration>
    </Page>
  )
}
