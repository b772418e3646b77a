import { BLOOD_GROUPS, findBloodGroupInUrl, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Link } from '../../ui/controls/link.tsx'
import styles from './group-chooser.module.css'

/** Loaded when a group is chosen. */
const DonorsForGroup = lazyPart(async () => (await import('./donors-for-group.tsx')).DonorsForGroup)

/** Blood groups, and for the chosen one roughly how many donors can give to it now. The choice is in the address. */
export function GroupChooser() {
  const [query] = useSearchParams()
  const chosen = findBloodGroupInUrl(query.get('bloodGroup'))
  // The build knows no query.
  const shown = useIsHydrated() && chosen
  const answer = useRef<HTMLDivElement>(null)
  const answered = useRef(chosen)
  // The groups may be at the lower edge of a phone. A page that opens with a group stays where it is.
  useEffect(() => {
    if (!shown || shown === answered.current) return
    answered.current = shown
    answer.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <section className={styles.chooser} aria-labelledby="group">
      <h2 className={styles.title} id="group">
        Need blood? Choose the patient's group.
      </h2>
      <nav className={styles.groups} aria-labelledby="group">
        {BLOOD_GROUPS.map(group => (
          <Link
            key={group}
            className={styles.group}
            to={`?bloodGroup=${encodeURIComponent(group)}`}
            aria-current={group === shown || undefined}
          >
            {withMinus(group)}
          </Link>
        ))}
      </nav>
      <div className={styles.donors} ref={answer} aria-live="polite">
        <Suspense>{shown && <DonorsForGroup bloodGroup={shown} />}</Suspense>
      </div>
    </section>
  )
}
