import { checkForm } from '@blood-bank/contract/forms'
import { EmailVerificationForm } from '@blood-bank/contract/passwords/accounts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** A form with a token, as in `AlertLinkForm`. */
export type LinkForm = Parameters<typeof checkForm>[0]

/**
 * The token of a mail link (`#token=…`) or of one in a text message (`#…`), or a `fault` if it has none. The token is
 * removed from the URL at once, so that it appears in no history, bookmark or screen share, and is in memory only.
 * @param form a form with a token of the same kind
 */
export function useMailToken(form: LinkForm = EmailVerificationForm) {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(() => tokenIn(hash))

  useEffect(() => {
    if (!tokenIn(hash)) return
    setToken(tokenIn(hash))
    void navigate(pathname + search, { replace: true })
  }, [hash, pathname, search, navigate])

  /** The error of an invalid link. */
  const fault = checkForm(form, { token }).fault?.message
  return { token, fault }
}

const tokenIn = (hash: string) =>
  SHORT_TOKEN.exec(hash)?.[1] ?? new URLSearchParams(hash.slice(1)).get('token') ?? ''

/** In a text message each character counts. */
const SHORT_TOKEN = /^#([\w-]{22})$/
