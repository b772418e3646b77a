import { Suspense } from 'react'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'

/** Loaded only for the few people who need it. */
const VerificationBanner = lazyPart(
  async () =>
    (await import('../../features/accounts/verification/verification-banner.tsx')).VerificationBanner,
)

/** Shown above every page to people with an unverified email (spec §2). */
export function VerificationReminder() {
  const user = useSession().data?.user
  if (!user || user.emailVerified) return null
  return (
    <Suspense>
      <VerificationBanner email={user.email} />
    </Suspense>
  )
}
