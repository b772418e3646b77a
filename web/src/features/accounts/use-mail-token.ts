import { checkForm } from '@blood-bank/contract/forms'
import { decodeLink, findLinkToken } from '@blood-bank/contract/pages/link-tokens'
import { EmailVerificationForm } from '@blood-bank/contract/passwords/accounts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** A form with a token, as in `AlertLinkForm`. */
export type LinkForm = Parameters<typeof checkForm>[0]

/**
 * The token of a mail link (`#token=…`) or of one in a text message (`#…`), or a `fault` if it has none. The token is
 * removed from the URL at once, so that it appears in no list of visited pages, bookmark or screen share, and is in memory
 * only.
 * @param form a form with a token of the same kind
 * @param survivesReload whether it is also in the state of the history entry, which ends with the tab
 */
export function useMailToken(form: LinkForm = EmailVerificationForm, survivesReload = false) {
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
