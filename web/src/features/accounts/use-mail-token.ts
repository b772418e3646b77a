import { checkForm } from '@blood-bank/contract/forms'
import { EmailVerificationForm } from '@blood-bank/contract/passwords/accounts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token of a mail link (`#token=…`), or a `fault` if it has none. The token is removed from the URL at once, so that it
 * appears in no history, bookmark or screen share, and is in memory only.
 */
export function useMailToken() {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(() => tokenIn(hash))

  useEffect(() => {
    if (!tokenIn(hash)) return
    setToken(tokenIn(hash))
    void navigate(pathname + search, { replace: true })
  }, [hash, pathname, search, navigate])

  /** The error of an invalid link. */
  const fault = checkForm(EmailVerificationForm, { token }).fault?.message
  return { token, fault }
}

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token') ?? ''
