import { type ReactNode, Suspense, useState } from 'react'
import { useActor } from '../../../session/session.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import styles from './email-verification-required.module.css'
import { useResending } from './use-resending.tsx'

/** Loaded for the few people who need it. */
const AddressCorrectionForm = lazyPage(() => import('./address-correction-form.tsx'), 'AddressCorrectionForm')

/** Shown in place of a form that requires a verified email (spec §8). */
export function EmailVerificationRequired({ children }: { children: ReactNode }) {
  const { email } = useActor()
  const { button, result } = useResending()
  const [isCorrecting, setIsCorrecting] = useState(false)
  return (
    <Card title="Email Verification Required">
      <p>{children}</p>
      <p>
        The link is in the email we sent to <strong className={styles.address}>{email}</strong>.
      </p>
      {isCorrecting ? (
        <Suspense>
          <AddressCorrectionForm wrongAddress={email} onCancel={() => setIsCorrecting(false)} />
        </Suspense>
      ) : (
        <Stack row>
          {button}
          <Button variant="quiet" onClick={() => setIsCorrecting(true)}>
            Wrong address?
          </Button>
        </Stack>
      )}
      {result}
      <Link to="/help#email">What if no email comes?</Link>
    </Card>
  )
}
