import type { ReactNode } from 'react'
import { Card } from '../../../ui/layout/card.tsx'

/** Stands in place of a form that asks for a verified address (spec §8); the banner above has the button. */
export function EmailVerificationRequired({ children }: { children: ReactNode }) {
  return (
    <Card title="Email Verification Required">
      <p>{children}</p>
      <p>Is there none? Press Resend Verification Email above.</p>
    </Card>
  )
}
