import { Banner } from '../../../ui/layout/banner.tsx'
import { useResending } from './use-resending.tsx'
import styles from './verification-banner.module.css'

/** Reminds a signed-in user of an unverified email, and resends the verification email (spec §2). */
export function VerificationBanner({ email }: { email: string }) {
  const { button, result } = useResending()
  return (
    <Banner label="Email verification" tone="warning" action={button} result={result}>
      <p>
        Your email address isn't verified yet. Click the link in the email we sent to{' '}
        <span className={styles.address}>{email}</span>
      </p>
    </Banner>
  )
}
