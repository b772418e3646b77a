import { type BloodGroup, findBloodGroupInUrl } from '@blood-bank/contract/donors/blood-groups'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { site, withoutDonorsQuery } from '../../api/site.ts'
import { GroupLinks } from '../../features/donors/group-links.tsx'
import { useBloodGroupInUrl } from '../../forms/use-blood-group-in-url.ts'
import { actorOf, useSession } from '../../session/session.ts'
import { useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { usePageHeading } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Logo } from '../../ui/theme/logo.tsx'
import { CampusFigures } from './campus-figures.tsx'
import { NextSteps } from './next-steps.tsx'
import styles from './page.module.css'

/** The landing page. */
export function LandingPage() {
  const headline = usePageHeading('')
  const session = useSession()
  const isPending = session.kind === 'pending'
  const isMember = actorOf(session) !== null
  const isVisitor = !isPending && !isMember
  const isWithoutDonors = useQuery(withoutDonorsQuery).data
  return (
    <>
      <ArrivalMessage />
      <div className={styles.hero}>
        <div className={styles.inner}>
          <Logo className={styles.logo} />
          <h1 className={styles.headline} ref={headline} tabIndex={-1}>
            {isWithoutDonors ? 'Give blood. Be the first.' : 'Give blood. Someone on campus is waiting.'}
          </h1>
          <p className={styles.lead}>Your phone number is shown only if you allow it.</p>
          <div className={styles.actions}>
            {isPending || (isMember ? <MemberActions /> : <VisitorActions />)}
          </div>
          {isMember || <GroupChooser />}
          <CampusFigures />
        </div>
      </div>
      <div className={styles.rest}>
        <NextSteps isMember={isMember} />
        <Club isVisitor={isVisitor} />
      </div>
    </>
  )
}

/** The message of the page that led here. */
function ArrivalMessage() {
  const { state } = useLocation()
  const navigate = useNavigate()
  if (!state?.message) return null
  return (
    <div className={styles.message}>
      <Notice kind="success" onDismiss={() => void navigate('/', { replace: true })}>
        {state.message}
      </Notice>
    </div>
  )
}

function VisitorActions() {
  // A chosen blood group stays chosen.
  const { search } = useLocation()
  const needsBlood = useBloodGroupInUrl() !== null
  return (
    <>
      <LinkButton
        to="/register"
        state={{ from: { pathname: '/register-donor', search } }}
        // Whoever has chosen the patient's group posts a request.
        variant={needsBlood ? 'secondary' : 'primary'}
      >
        Become a Donor
      </LinkButton>
      <LinkButton to="/login" state={{ newcomer: { from: { pathname: '/post-request', search } } }}>
        Login / Need Blood
      </LinkButton>
    </>
  )
}

const MemberActions = () => (
  <>
    <LinkButton to="/find-donors" variant="primary">
      Find a Donor
    </LinkButton>
    <LinkButton to="/post-request">Post a Request</LinkButton>
  </>
)

/** Loaded when a group is chosen. */
const DonorsForGroup = lazyPart(async () => (await import('./donors-for-group.tsx')).DonorsForGroup)

/** Blood groups, and for the chosen one roughly how many donors can give to it now. The choice is in the address. */
function GroupChooser() {
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
      <h2 className={styles['group-title']} id="group">
        Need blood? Choose the patient's group.
      </h2>
      <GroupLinks name={{ 'aria-labelledby': 'group' }} chosen={chosen} />
      <div className={styles.donors} ref={answer} aria-live="polite">
        <Suspense>{chosen && <DonorsForGroup bloodGroup={chosen} />}</Suspense>
      </div>
    </section>
  )
}

function Club({ isVisitor }: { isVisitor: boolean }) {
  const { website, facebook, linkedIn } = site.clubLinks
  const clubLinks = { Website: website, Facebook: facebook, LinkedIn: linkedIn }
  const links = Object.entries(clubLinks).filter(([, address]) => address !== null)
  return (
    <section className={styles.club} aria-labelledby="club">
      <h2 className={styles.title} id="club">
        Managed by the {site.clubName}
      </h2>
      <p className={styles.text}>
        The blood bank is run by students for everyone at the university: students, faculty and staff.
      </p>
      <Stack row>
        {isVisitor && <LinkButton to="/register">Join Us</LinkButton>}
        <Stack row>
          {links.map(([name, address]) => (
            <a
              key={name}
              className={styles.link}
              href={address ?? ''}
              target="_blank"
              rel="noopener noreferrer"
            >
              {name}
            </a>
          ))}
        </Stack>
      </Stack>
    </section>
  )
}
