import { useState } from 'react'
import { AfterHydration } from '../../ui/browser/after-hydration.tsx'
import { storesCookies } from '../../ui/browser/capabilities.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Tells whoever blocks cookies why a right password would lead back to the sign-in page. */
export const BlockedCookies = () => (
  <AfterHydration>
    <NoticeIfBlocked />
  </AfterHydration>
)

function NoticeIfBlocked() {
  const [isBlocked] = useState(() => !storesCookies())
  if (!isBlocked) return null
  return (
    <Notice kind="warning">
      Signing in needs cookies, which your browser blocks for this site. Allow them in its settings, then
      reload this page.
    </Notice>
  )
}
