import { checkForm } from '@blood-bank/contract/forms'
import { decodeLink, findLinkToken } from '@blood-bank/contract/pages/link-tokens'
import { EmailVerificationForm } from '@blood-bank/contract/passwords/accounts'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AfterHydration, useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import { DismissibleError } from '../../ui/feedback/dismissible-error.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'

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

/** A form with a token, as in `AlertLinkForm`. */
type LinkForm = Parameters<typeof checkForm>[0]

/**
 * The token of a mail link (`#token=…`) or of one in a text message (`#…`), or a `fault` if it has none. The token is
 * removed from the URL at once, so that it appears in no list of visited pages, bookmark or screen share, and is in memory
 * only.
 * @param form a form with a token of the same kind
 * @param survivesReload whether it is also in the state of the history entry, which ends with the tab
 */
function useMailToken(form: LinkForm = EmailVerificationForm, survivesReload = false) {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [opened, setOpened] = useState(() => tokenIn(hash, search))
  const token: string = opened || (state?.token ?? '')

  useEffect(() => {
    const token = tokenIn(hash, search)
    if (!token) return
    setOpened(token)
    void navigate(tokenIn('', search) ? pathname : pathname + search, {
      replace: true,
      state: survivesReload ? { token } : null,
    })
  }, [hash, pathname, search, survivesReload, navigate])

  /** The error of an invalid link. */
  const fault = checkForm(form, { token }).fault?.message
  return { token, fault }
}

/** A link that was damaged on its way can have it in the query. */
const tokenIn = (hash: string, search: string) =>
  findLinkToken(decodeLink(hash)) || (/token/i.test(search) ? findLinkToken(decodeLink(search)) : '')
