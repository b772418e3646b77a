import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { readAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { listRequestDeletions } from '@blood-bank/contract/blood-requests/deletions'
import { listHospitals } from '@blood-bank/contract/blood-requests/hospitals'
import { readCampusFigures } from '@blood-bank/contract/campus/figures'
import { readFirstRun } from '@blood-bank/contract/campus/first-run'
import { readOverview } from '@blood-bank/contract/campus/overview'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { listOwnDonations } from '@blood-bank/contract/offers/donations'
import { listOwnOffers, listReceivedOffers } from '@blood-bank/contract/offers/endpoints'
import { listPasskeys } from '@blood-bank/contract/passkeys/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { readThankYouPreference } from '@blood-bank/contract/thanks/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, type RefObject } from 'react'
import { createPath, type Location, MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '../session/query-client.ts'
import { App } from '../start/app.tsx'
import { aPage } from './builders.ts'
import { someCounts } from './page-replies.ts'
import { type Reply, replying } from './replies.ts'
import { startStubServer } from './stub-server.ts'

const NOBODY_ASKED = {
  donorsAsked: 'a few' as const,
  askedAt: null,
  asksAgainAt: null,
  isHeldBack: false,
  usualAnswerMinutes: null,
  hotlineNumber: null,
}

/** No donor profile, offers, donations, alerts, thank-yous, passkeys, hospitals, deleted requests, first steps or work of admins, as most tests are about something else. */
const NO_OFFERS = [
  replying(readOwnDonor, { donor: null }),
  replying(listOwnOffers, aPage([])),
  replying(listReceivedOffers, aPage([])),
  replying(listOwnDonations, aPage([])),
  replying(readAlertProgress, NOBODY_ASKED),
  replying(readAlertPreferences, { preferences: null }),
  replying(readThankYouPreference, { isOn: null }),
  replying(listPasskeys, { passkeys: [] }),
  replying(listHospitals, { hospitals: [] }),
  replying(listRequestDeletions, { deletions: [] }),
  replying(readOverview, someCounts({ requestsWithoutOffer: 0, donorsToVerify: 0 })),
  replying(readFirstRun, { email: 'works', missingSettings: [], donors: 10, hasAlert: true }),
]

type Setting = {
  /** Who is signed in; nobody by default. */
  user?: User
  /** The server's replies besides the session; a reply for the session takes precedence over `user`. */
  replies?: Reply[]
}

/**
 * Opens the whole application at a path, as a browser would. Returns the user event instance (`person.click(…)`), the
 * stubbed server, `path()`, the current path with search and hash, and `reload(…)`, which opens the page again with what the
 * history has. Fake timers advance with user events.
 */
export function renderPage(path: string | Partial<Location>, { user, replies = [] }: Setting = {}) {
  const isReplied = ({ endpoint }: Reply) => replies.some(reply => reply.endpoint === endpoint)
  const server = startStubServer([
    ...replies,
    replying(readSession, { user: user ?? null }),
    replying(readCampusFigures, { donorsReady: null, activeRequests: null, usualAnswerMinutes: null }),
    ...NO_OFFERS.filter(reply => !isReplied(reply)),
  ])
  const location = createRef<Location>()
  const queryClient = createQueryClient()
  const view = render(
    <MemoryRouter initialEntries={[path]} useTransitions={false}>
      <App queryClient={queryClient} />
      <LocationProbe to={location} />
    </MemoryRouter>,
  )
  const person = userEvent.setup({ advanceTimers: time => vi.isFakeTimers() && vi.advanceTimersByTime(time) })
  const reload = (setting?: Setting) => {
    const here = location.current ?? {}
    view.unmount()
    return renderPage(here, setting)
  }
  return { ...view, person, server, queryClient, path: () => createPath(location.current ?? {}), reload }
}

function LocationProbe({ to }: { to: RefObject<Location | null> }) {
  to.current = useLocation()
  return null
}
