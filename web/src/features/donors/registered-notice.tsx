import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { site } from '../../api/site.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useOwnDonor } from './queries.ts'

/** What a new donor is told. */
export const REGISTERED = 'You are a donor now. Thank you.'

/** The state of the page to which a new donor comes. */
export const AFTER_REGISTRATION = { hasRegistered: true }

/** Thanks a new donor once, on the page to which they come, and says what follows. */
export function RegisteredNotice() {
  const { state, ...address } = useLocation()
  const navigate = useNavigate()
  const hasRegistered = state?.hasRegistered === true
  const [isShown, setIsShown] = useState(hasRegistered)
  const { data: donor } = useOwnDonor()

  // Not again after reloading or going back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the state of the page changes
  useEffect(() => {
    if (hasRegistered) navigate(address, { replace: true, state: null })
  }, [hasRegistered])

  if (!isShown || !donor) return null
  return (
    <Notice kind="success" onDismiss={() => setIsShown(false)}>
      <p>
        <strong>{REGISTERED}</strong>
      </p>
      <p>
        An admin checks your University ID.{' '}
        <span>
          {donor.isAvailable
            ? 'You appear in searches now.'
            : 'You appear in searches once you turn on “Available to donate”.'}
        </span>
      </p>
      {site.sendsTexts && (
        <p>
          Emails are often read late.{' '}
          <Link to="/account#texts">Have urgent requests texted to your phone</Link>
        </p>
      )}
    </Notice>
  )
}
