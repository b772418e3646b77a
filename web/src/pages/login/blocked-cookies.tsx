import { useState } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Tells whoever blocks cookies why a right password would lead back here. */
export function BlockedCookies() {
  const [isBlocked] = useState(() => !storesCookies())
  if (!isBlocked) return null
  return (
    <Notice kind="warning">
      Signing in needs cookies, which your browser blocks for this site. Allow them in its settings, then
      reload this page.
    </Notice>
  )
}

/** Tries it: `navigator.cookieEnabled` does not know of a setting for one site. */
function storesCookies() {
  const store = (cookie: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers have no Cookie Store.
    document.cookie = cookie
  }
  store('stores-cookies=yes; SameSite=Lax')
  const isStored = document.cookie.includes('stores-cookies=yes')
  store('stores-cookies=; Max-Age=0')
  return isStored
}
