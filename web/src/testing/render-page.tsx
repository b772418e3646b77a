import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { readAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { listHospitals } from '@blood-bank/contract/blood-requests/posting'
import { listRequestDeletions } from '@blood-bank/contract/blood-requests/removals'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { listOwnDonations } from '@blood-bank/contract/offers/donations'
import { listOwnOffers, listReceivedOffers } from '@blood-bank/contract/offers/endpoints'
import { listPasskeys } from '@blood-bank/contract/passkeys/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { readCampusFigures } from '@blood-bank/contract/site/figures'
import { readFirstRun, readOverview } from '@blood-bank/contract/site/overview'
import { readThankYouPreference } from '@blood-bank/contract/thanks/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, type ReactNode, type RefObject } from 'react'
import { createPath, type Location, MemoryRouter, type Path, parsePath, useLocation } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '../session/query-client.ts'
import { endTakeOver, type SentPage, takeOver } from '../session/sent-page.ts'
import { App } from '../start/app.tsx'
import { Hydration } from '../ui/browser/after-hydration.tsx'
import { aPage } from './builders.ts'
import { someCounts } from './page-replies.ts'
import { type Reply, replying } from './replies.ts'
import { renderOnServer } from './server-page.ts'
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

/** Pages that the server renders in the gate, too; with `PAGES=rendered` it renders all. */
const RENDERED_IN_GATE = [
  '/dashboard',
  '/view-requests',
  '/find-donors',
  '/login',
  '/post-request',
  '/admin/overview',
  // Comes without its query.
  '/',
  // Has parts that are taken over after the page.
  '/account',
]

const isRendered = ({ pathname }: Path) =>
  process.env.PAGES === 'rendered' || RENDERED_IN_GATE.includes(pathname)

let visits = 0

/** Forgets the pages that the server is still rendering; `setup.ts` calls it after every test. */
export function abandonPages(): void {
  visits += 1
}

/**
 * Opens the whole application at a path, as a browser would: some pages as the server rendered them, with what it could read
 * at once of the replies; a difference to what the browser renders fails the test. Returns the user event instance (`person.click(…)`), the
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
  const container = document.body.appendChild(document.createElement('div'))
  const pageOf = (sent: SentPage | null) => (
    <MemoryRouter initialEntries={[path]} useTransitions={false}>
      <LocationProbe to={location}>
        <App queryClient={queryClient} sent={sent} />
      </LocationProbe>
    </MemoryRouter>
  )
  let view: { unmount: () => void } | null = null
  let isLeft = false
  const visit = visits

  async function showSent(address: Path) {
    const page = await renderOnServer(address, server).catch(error => console.error(error))
    if (isLeft || visit !== visits) return
    if (!page) view = render(pageOf(null), { container })
    else {
      container.innerHTML = page.html
      // The parser of the environment does not.
      for (const option of container.querySelectorAll<HTMLOptionElement>('option[selected]'))
        option.selected = true
      takeOver(queryClient, page.sent)
      view = render(<Hydration onEnd={endTakeOver}>{pageOf(page.sent)}</Hydration>, {
        container,
        hydrate: true,
        onRecoverableError: error => console.error(error),
      })
    }
  }

  const address = {
    pathname: '/',
    search: '',
    hash: '',
    ...(typeof path === 'string' ? parsePath(path) : path),
  }
  if (isRendered(address)) void showSent(address)
  else view = render(pageOf(null), { container })
  const unmount = () => {
    isLeft = true
    view?.unmount()
  }
  const person = userEvent.setup({ advanceTimers: time => vi.isFakeTimers() && vi.advanceTimersByTime(time) })
  const reload = (setting?: Setting) => {
    const here = location.current ?? {}
    unmount()
    return renderPage(here, setting)
  }
  return {
    container,
    unmount,
    person,
    server,
    queryClient,
    path: () => createPath(location.current ?? {}),
    reload,
  }
}

/** Around the page, not beside it: the ids that React gives depend on what stands beside what. */
function LocationProbe({ to, children }: { to: RefObject<Location | null>; children: ReactNode }) {
  to.current = useLocation()
  return children
}
