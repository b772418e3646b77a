import { Suspense } from 'react'
import { useAddressCorrection, useResending } from '../../features/accounts/verification/actions.tsx'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './verification-banner.module.css'

/** Loaded for the few people who need it. Without it, the banner offers the rest again. */
const AddressCorrectionForm = lazyPart(
  async () =>
    (await import('../../features/accounts/verification/address-correction-form.tsx')).AddressCorrectionForm,
  ({ onCancel }) => (
    <Notice kind="error" onDismiss={onCancel}>
      The form couldn't be loaded. Check your internet connection, then reload the page.
    </Notice>
  ),
)

/** Reminds a signed-in user of an unverified email, resends the verification email (spec §2), and corrects the address. */
export function VerificationBanner({ email }: { email: string }) {
  const { button, result } = useResending()
  const correction = useAddressCorrection()
  const form = (
    <div className={styles.correction}>
      <Card>
        <Suspense>
          <AddressCorrectionForm wrongAddress={email} onCancel={correction.cancel} />
        </Suspense>
      </Card>
    </div>
  )
  return (
    <Banner
      title="Email not verified"
      detail={email}
      tone="warning"
      action={correction.isCorrecting ? null : button}
      result={correction.isCorrecting ? form : result}
    >
      <p>
        Click the link in the email we sent to <strong className={styles.address}>{email}</strong>.
      </p>
      {!correction.isCorrecting && correction.button}
    </Banner>
  )
}
