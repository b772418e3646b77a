import { Suspense } from 'react'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'

/** Few need it, and not long: it is loaded for them only. */
const VerificationBanner = lazyPart(
  async () =>
    (await import('../../features/accounts/verification/verification-banner.tsx')).VerificationBanner,
)

/** Above every page for whoever has not verified their email (spec §2). */
export function VerificationReminder() {
  const user = useSession().data?.user
  if (!user || user.emailVerified) return null
  return (
    <Suspense>
      <VerificationBanner email={user.email} />
    </Suspense>
  )
}
