import { type BloodGroup, findBloodGroupInUrl } from '@blood-bank/contract/donors/blood-groups'
import { Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { GroupLinks } from '../../features/donors/group-links.tsx'
import { useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import styles from './group-chooser.module.css'

/** Loaded when a group is chosen. */
const DonorsForGroup = lazyPart(async () => (await import('./donors-for-group.tsx')).DonorsForGroup)

/** Blood groups, and for the chosen one roughly how many donors can give to it now. The choice is in the address. */
export function GroupChooser() {
  const [query] = useSearchParams()
  const chosen = findBloodGroupInUrl(query.get('bloodGroup'))
  const isHydrated = useIsHydrated()
  const answer = useRef<HTMLDivElement>(null)
  /** Undefined until the query of the page is known. */
  const answered = useRef<BloodGroup | null>(undefined)
  // The groups may be at the lower edge of a phone. A page that opens with a group stays where it is.
  useEffect(() => {
    if (!isHydrated || chosen === answered.current) return
    if (chosen && answered.current !== undefined) answer.current?.scrollIntoView({ block: 'nearest' })
    answered.current = chosen
  }, [isHydrated, chosen])
  return (
    <section className={styles.chooser} aria-labelledby="group">
      <h2 className={styles.title} id="group">
        Need blood? Choose the patient's group.
      </h2>
      <GroupLinks name={{ 'aria-labelledby': 'group' }} chosen={chosen} />
      <div className={styles.donors} ref={answer} aria-live="polite">
        <Suspense>{chosen && <DonorsForGroup bloodGroup={chosen} />}</Suspense>
      </div>
    </section>
  )
}
