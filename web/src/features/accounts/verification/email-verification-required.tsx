import type { ReactNode } from 'react'
import { Card } from '../../../ui/layout/card.tsx'

/** Shown in place of a form that requires a verified email (spec §8). The banner above has the button. */
export function EmailVerificationRequired({ children }: { children: ReactNode }) {
  return (
    <Card title="Email Verification Required">
      <p>{children}</p>
      <p>Didn't get the email? Press Resend Verification Email above.</p>
    </Card>
  )
}
