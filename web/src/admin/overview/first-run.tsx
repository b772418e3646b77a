import {
  type FirstRun as Facts,
  FIRST_DONORS,
  isReady,
  readFirstRun,
  stepsDone,
} from '@blood-bank/contract/site/overview'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { TestAlertButton } from '../../features/alerts/test-alert-button.tsx'
import { useOwnDonor } from '../../features/donors/queries.ts'
import { withStorage } from '../../ui/browser/capabilities.ts'
import { useBrowserValue } from '../../ui/browser/use-browser-value.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import styles from './first-run.module.css'

const FIRST_RUN = ['first-run']

/** Marks a browser in which an admin has hidden the list. */
const HIDDEN = 'first-run-hidden'

const isHiddenHere = () => withStorage('localStorage', storage => storage.getItem(HIDDEN)) === ''

/** What is done of the first steps; no facts once all is done, and in a browser in which an admin has hidden them. */
export function useFirstRun() {
  const wasHidden = useBrowserValue(isHiddenHere, false)
  // Also where the browser denies access to its storage.
  const [isHiddenNow, setIsHiddenNow] = useState(false)
  const isHidden = wasHidden || isHiddenNow
  const { data, isLoading } = useQuery({
    queryKey: FIRST_RUN,
    // The list of the overview changes with donors and users.
    meta: { live: ['overview'] },
    queryFn: ({ signal }) => call(readFirstRun, {}, { signal }),
    enabled: !isHidden,
  })
  const hide = () => {
    withStorage('localStorage', storage => storage.setItem(HIDDEN, ''))
    setIsHiddenNow(true)
  }
  return { facts: isHidden || (data && isReady(data)) ? undefined : data, isLoading, hide }
}

/**
 * What a new blood bank has to do before it is ready: one line that opens. Each step ticks itself; nothing is shown once all
 * are done.
 */
export function FirstRun({ facts, hide }: { facts: Facts; hide: () => void }) {
  const hideList = () => {
    focusHeadingOfPage()
    hide()
  }
  const steps = stepsDone(facts)
  return (
    <section className={styles.setUp} aria-label="Set-up">
      <details>
        <summary className={styles.summary}>
          <span>{`Set-up: ${steps.filter(Boolean).length} of ${steps.length} done`}</span>
        </summary>
        <ol className={styles.steps}>
          <EmailStep email={facts.email} />
          <SettingsStep missing={facts.missingSettings} />
          <DonorsStep donors={facts.donors} />
          <AlertStep facts={facts} />
        </ol>
        <Stack row>
          <Button variant="quiet" onClick={hideList}>
            Hide this list in this browser
          </Button>
        </Stack>
      </details>
    </section>
  )
}

/** The focused button goes with the list. */
const focusHeadingOfPage = () => document.querySelector('h1')?.focus({ preventScroll: true })

type StepProps = {
  title: string
  isDone: boolean
  /** To move the focus to the title when the focused element goes. */
  titleRef?: Ref<HTMLParagraphElement>
  children: ReactNode
}

/** One step. What to do is shown until it is done. */
const Step = ({ title, isDone, titleRef, children }: StepProps) => (
  <li className={styles.step}>
    <p className={styles.title} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
      {title} {isDone && <Badge tone="good">Done</Badge>}
    </p>
    {isDone || children}
  </li>
)

const EMAIL: Record<Facts['email'], ReactNode> = {
  works: null,
  'mailbox-only': (
    <p>
      Nobody gets an email yet: they are all caught in <a href="/dev/mailbox">the mailbox of this server</a>.
      Whoever runs the server sets <code>SMTP_URL</code> and restarts it.
    </p>
  ),
  failing: (
    <p>
      Emails could not be sent. Whoever runs the server checks <code>SMTP_URL</code> and the log.
    </p>
  ),
  unproven: <p>No email address has been verified yet. Create an account with yours: its email proves it.</p>,
}

const EmailStep = ({ email }: Pick<Facts, 'email'>) => (
  <Step title="Email works" isDone={email === 'works'}>
    {EMAIL[email]}
  </Step>
)

const SettingsStep = ({ missing }: { missing: readonly string[] }) => (
  <Step title="Name, links, contact and hotline of your club" isDone={missing.length === 0}>
    <p>
      Whoever runs the server sets{' '}
      {missing.map((setting, at) => (
        <span key={setting}>
          {at > 0 && <span>, </span>}
          <code>{setting}</code>
        </span>
      ))}{' '}
      and restarts it.
    </p>
  </Step>
)

const DonorsStep = ({ donors }: Pick<Facts, 'donors'>) => (
  <Step title="Bring your donors" isDone={donors >= FIRST_DONORS}>
    <p>
      <span>{`${donors} of the first ${FIRST_DONORS} are here.`}</span>{' '}
      <a href="/poster">Print the sign-up poster</a>, or ask whoever runs the server to import your list with{' '}
      <code>npm run import -- donors.csv</code>.
    </p>
  </Step>
)

function AlertStep({ facts }: { facts: Facts }) {
  const client = useQueryClient()
  const title = useRef<HTMLParagraphElement>(null)
  const donor = useOwnDonor().data
  const tickOff = () => {
    // The pressed button goes with what to do, and the last step with the list. Somebody who has gone on stays there.
    if (title.current?.parentElement?.contains(document.activeElement)) {
      if (isReady({ ...facts, hasAlert: true })) focusHeadingOfPage()
      else title.current.focus({ preventScroll: true })
    }
    void client.invalidateQueries({ queryKey: FIRST_RUN })
  }
  return (
    <Step title="First test alert" isDone={facts.hasAlert} titleRef={title}>
      {donor ? (
        <TestAlertButton onSent={tickOff} />
      ) : (
        <p>
          <Link to="/register-donor">Register as a donor</Link>, then send yourself one here.
        </p>
      )}
    </Step>
  )
}
