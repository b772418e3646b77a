import { Suspense } from 'react'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'

/** Loaded only for people who agreed to an older text. */
const ConsentBanner = lazyPart(
  async () => (await import('../../features/accounts/consent-banner.tsx')).ConsentBanner,
)

/** Shown above every page to people who have not agreed to the current text about their data. */
export function ConsentReminder() {
  if (!useSession().data?.isConsentDue) return null
  return (
    <Suspense>
      <ConsentBanner />
    </Suspense>
  )
}
