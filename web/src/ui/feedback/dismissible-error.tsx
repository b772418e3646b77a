import { type ReactNode, useState } from 'react'
import { Notice } from './notice.tsx'

/** An error that is part of the page and can only be dismissed. Offer the next step beside it. */
export function DismissibleError({ children }: { children: ReactNode }) {
  const [isDismissed, setIsDismissed] = useState(false)
  if (isDismissed) return null
  return (
    <Notice kind="error" onDismiss={() => setIsDismissed(true)}>
      {children}
    </Notice>
  )
}
