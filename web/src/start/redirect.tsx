import { createContext, useContext } from 'react'
import { Navigate, type NavigateProps } from 'react-router'

/** Set while the server renders a page: effects don't run there, so that a redirect would be an empty page. */
export const RedirectObserver = createContext<((redirect: NavigateProps) => void) | null>(null)

/** A redirect of a guard or a route. The server learns of it, and renders where it leads. */
export function Redirect(redirect: NavigateProps) {
  const observe = useContext(RedirectObserver)
  if (!observe) return <Navigate {...redirect} />
  observe(redirect)
  return null
}
