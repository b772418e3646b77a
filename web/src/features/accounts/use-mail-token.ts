import { checkForm } from '@blood-bank/contract/forms'
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
  const [opened, setOpened] = useState(() => tokenIn(hash))
  const token: string = opened || (state?.token ?? '')

  useEffect(() => {
    const token = tokenIn(hash)
    if (!token) return
    setOpened(token)
    void navigate(pathname + search, { replace: true, state: survivesReload ? { token } : null })
  }, [hash, pathname, search, survivesReload, navigate])

  /** The error of an invalid link. */
  const fault = checkForm(form, { token }).fault?.message
  return { token, fault }
}

const tokenIn = (hash: string) =>
  SHORT_TOKEN.exec(hash)?.[1] ?? new URLSearchParams(hash.slice(1)).get('token') ?? ''

/** In a text message each character counts. */
const SHORT_TOKEN = /^#([\w-]{22})$/
