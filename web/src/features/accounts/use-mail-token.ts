import { EmailVerificationForm } from '@blood-bank/contract/accounts'
import { checkForm } from '@blood-bank/contract/forms'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The secret out of a mail link (`#token=…`); `fault` says so when there is none. It is taken out of the address at once, so
 * that it stays in no history, bookmark or screen share, and lives in memory only.
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

  /** What is wrong with the link as it was opened, if anything. */
  const fault = checkForm(EmailVerificationForm, { token }).fault?.message
  return { token, fault }
}

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token') ?? ''
