import { type ReactNode, Suspense } from 'react'
import { useActor } from '../../../session/session.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { useAddressCorrection, useResending } from './actions.tsx'
import styles from './email-verification-required.module.css'

/** Loaded for the few people who need it. */
const AddressCorrectionForm = lazyPage(() => import('./address-correction-form.tsx'), 'AddressCorrectionForm')

/** Shown in place of a form that requires a verified email (spec §8). */
export function EmailVerificationRequired({ children }: { children: ReactNode }) {
  const { email } = useActor()
  const { button, result } = useResending()
  const correction = useAddressCorrection()
  return (
    <Card title="Email Verification Required">
      <p>{children}</p>
      <p>
        The link is in the email we sent to <strong className={styles.address}>{email}</strong>.
      </p>
      {correction.isCorrecting ? (
        <Suspense>
          <AddressCorrectionForm wrongAddress={email} onCancel={correction.cancel} />
        </Suspense>
      ) : (
        <div className={styles.next}>
          {button}
          {correction.button}
        </div>
      )}
      {result}
      <Link to="/help#email">What if no email comes?</Link>
    </Card>
  )
}
