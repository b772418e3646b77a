import type { ComponentProps, ReactNode } from 'react'
import { AfterHydration, useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import { DismissibleError } from '../../ui/feedback/dismissible-error.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { type LinkForm, useMailToken } from './use-mail-token.ts'

type Props = Pick<ComponentProps<typeof Page>, 'title' | 'lead'> & {
  /** Shown below the error of a link without a valid token: what to do. */
  help: ReactNode
  /** The page that is shown if the link has no valid token, where there is something better to say. */
  withoutToken?: ReactNode
  /** A form with a token of the same kind, if it is not that of an account's link. */
  form?: LinkForm
  /** Whether a reload of the tab shows the page again, for one that is needed for longer than a press. */
  survivesReload?: boolean
  /** The page of a token. Give it the token as its key: another link may be opened in the same tab. */
  children: (token: string) => ReactNode
}

/** The target of a link in an email. It works signed out, and opening it changes nothing: mail scanners open links, too. */
export function MailLinkPage({ title, lead, help, withoutToken, form, survivesReload, children }: Props) {
  const { token, fault } = useMailToken(form, survivesReload)
  const isHydrated = useIsHydrated()
  if (withoutToken && fault && isHydrated) return withoutToken
  return (
    <Page title={title} lead={lead}>
      <AfterHydration fallback={<Waiting />}>
        {fault ? (
          <Card>
            <DismissibleError>{fault}</DismissibleError>
            {help}
          </Card>
        ) : (
          children(token)
        )}
      </AfterHydration>
    </Page>
  )
}
