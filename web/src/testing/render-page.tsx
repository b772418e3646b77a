import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { readOnCall } from '@blood-bank/contract/alerts/on-call'
import { readAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listHospitals } from '@blood-bank/contract/blood-requests/posting'
import { listRequestDeletions } from '@blood-bank/contract/blood-requests/removals'
import { readOwnDonor, searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { describeFitToGive } from '@blood-bank/contract/donors/fit-to-give'
import { listHalls } from '@blood-bank/contract/halls/endpoints'
import { listOwnDonations } from '@blood-bank/contract/offers/donations'
import { listOwnOffers, listReceivedOffers } from '@blood-bank/contract/offers/endpoints'
import { listPasskeys } from '@blood-bank/contract/passkeys/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import type { Site } from '@blood-bank/contract/site/endpoints'
import { type CampusFigures, readCampusFigures } from '@blood-bank/contract/site/figures'
import { readFirstRun, readOverview } from '@blood-bank/contract/site/overview'
import { readThankYouPreference } from '@blood-bank/contract/thanks/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createRef, type ReactNode, type RefObject } from 'react'
import { createPath, type Location, MemoryRouter, type Path, parsePath, useLocation } from 'react-router'
import { afterAll, expect, vi } from 'vitest'
import { site } from '../api/site.ts'
import { createQueryClient } from '../session/query-client.ts'
import { endTakeOver, type SentPage, takeOver } from '../session/sent-page.ts'
import { App } from '../start/app.tsx'
import { Hydration } from '../ui/browser/after-hydration.tsx'
import { aPage, aSearchPage } from './builders.ts'
import { type Reply, replying, someCounts } from './replies.ts'
import { renderOnServer } from './server-page.ts'
import { startStubServer } from './stub-server.ts'

const NOBODY_ASKED = {
  donorsAsked: 'a few' as const,
  askedAt: null,
  asksAgainAt: null,
  isHeldBack: false,
  usualAnswerMinutes: null,
  onCall: null,
  hotlineNumber: null,
  clubDonors: [],
  clubDonorsGave: 0,
}

/** Of a campus that is too small for any. */
export const NO_FIGURES: CampusFigures = {
  donorsReady: null,
  activeRequests: null,
  peopleHelped: null,
  unitsGiven: null,
  usualAnswerMinutes: null,
}

/** No donor profile, own requests, offers, donations, alerts, thank-yous, passkeys, hospitals, halls, deleted requests, first steps or work of admins, as most tests are about something else. */
const NO_OFFERS = [
  replying(readOwnDonor, { donor: null }),
  replying(listOwnBloodRequests, aPage([])),
  replying(listOwnOffers, aPage([])),
  replying(listReceivedOffers, aPage([])),
  replying(listOwnDonations, aPage([])),
  replying(readAlertProgress, NOBODY_ASKED),
  replying(readOnCall, {
    until: null,
    wouldEndAt: '2026-03-15T02:00:00.000Z',
    name: 'Rima Khan',
    contactNumber: '01711-000009',
  }),
  replying(readAlertPreferences, { preferences: null }),
  replying(readThankYouPreference, { isOn: null }),
  replying(searchDonors, aSearchPage([])),
  replying(searchCompatibleDonors, aSearchPage([])),
  replying(listPasskeys, { passkeys: [] }),
  replying(listOwnBloodRequests, aPage([])),
  replying(listHospitals, { hospitals: [] }),
  replying(listHalls, { halls: [] }),
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
    replying(readCampusFigures, NO_FIGURES),
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

/** The required fields of the form of a donor, by label. */
export const DONOR_TYPED = {
  'Full Name': 'Rima Akter',
  'University ID': 'CSE-2021-042',
  Role: 'student',
  Department: 'Computer Science',
  'Blood Group': 'O+',
  'Contact Number': '01712 345678',
}

/** The required fields of the form of a request, by label. */
export const REQUEST_TYPED = {
  'Patient Name': 'Karim Uddin',
  'Blood Group': 'AB-',
  Hospital: 'City Hospital',
  'Contact Person': 'Rima Akter',
  'Contact Number': '01712 345678',
}

/** Pastes into the fields with these labels, or chooses an option by its value; an empty text empties the field. */
export async function fillIn(person: UserEvent, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const field = await screen.findByLabelText(label)
    const radio = field.querySelector(`input[type="radio"][value="${value}"]`)
    if (radio) await person.click(radio)
    else if (field instanceof HTMLSelectElement) await person.selectOptions(field, value)
    else {
      await person.clear(field)
      // The heading of a new page gets the focus a moment after the page is there: on a busy machine in between.
      act(() => field.focus())
      // A page is rendered once instead of once a letter, which halves the time of the tests of forms.
      if (value) await person.paste(value)
    }
  }
}

/** The value of the field with a label, or of the chosen option. */
export function valueIn(label: string) {
  const field = screen.getByLabelText<HTMLInputElement>(label)
  return (field.querySelector<HTMLInputElement>('input:checked') ?? field).value
}

/** Chooses the reason **Posted twice**, if the open dialog asks an admin for one. */
export async function chooseReason(person: UserEvent): Promise<void> {
  const reason = screen.queryByRole('radio', { name: 'Posted twice' })
  if (reason) await person.click(reason)
}

/** Opens the menu of a row, which `name` describes, and chooses an entry. */
export async function chooseFromRow(person: UserEvent, name: string, entry: string) {
  await person.click(await screen.findByRole('button', { name: 'More', description: name }))
  const menu = within(await screen.findByRole('menu', { name: `More ${name}` }))
  await person.click(menu.getByRole('menuitem', { name: entry }))
}

/** Presses a button of a row, which `name` describes. */
export const pressInRow = async (person: UserEvent, name: string, button: string) =>
  person.click(await screen.findByRole('button', { name: button, description: name }))

/** Opens the sheet of a row, beside the table. */
export async function openSheet(person: UserEvent, name: string) {
  const [row] = await screen.findAllByRole('row', { name: new RegExp(name) })
  if (!row) throw new Error(`There is no row of ${name}.`)
  await person.click(within(row).getByRole('button', { name: 'Details' }))
  return within(await screen.findByRole('complementary', { name }))
}

/** Presses the confirming button of the open dialog, before the one that keeps all, once it can be pressed. */
export async function confirmDialog(person: UserEvent): Promise<void> {
  const buttons = within(await screen.findByRole('alertdialog')).getAllByRole('button')
  for (const button of buttons.slice(-2, -1)) {
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
    await person.click(button)
  }
}

/** The card of a blood request, which is named after its group and hospital, by a patient; null if there is none. */
export const queryRequestCard = (patientName: string): HTMLElement | null =>
  screen.queryAllByRole('article').find(card => card.textContent?.includes(patientName)) ?? null

export const findRequestCard = (patientName: string): Promise<HTMLElement> =>
  waitFor(() => {
    const card = queryRequestCard(patientName)
    if (!card) throw new Error(`There is no card of a request for ${patientName}.`)
    return card
  })

/** Opens the menu of a card and chooses an entry. */
export async function chooseFromCard(person: UserEvent, card: HTMLElement, entry: string): Promise<void> {
  await person.click(within(card).getByRole('button', { name: 'More' }))
  await person.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: entry }))
}

/** The labels of the entries of a card's menu, which is closed again. */
export async function menuOfCard(person: UserEvent, card: HTMLElement): Promise<(string | null)[]> {
  await person.click(within(card).getByRole('button', { name: 'More' }))
  const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  const labels = entries.map(entry => entry.textContent)
  await person.keyboard('{Escape}')
  return labels
}

/** The accessible names of the buttons in an element, in order. */
export const buttonNamesIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('button')
    .map(button => button.getAttribute('aria-label') ?? button.textContent)

/** The texts of all primary buttons and links, of which a page has one (docs/design.md). */
export const primaryNames = () =>
  Array.from(document.querySelectorAll('[data-variant="primary"]'), ({ textContent }) => textContent)

/**
 * Matches the element whose whole text matches, and none around it: also where parts of the text, like a time, are elements
 * of their own.
 */
export const wholeText = (pattern: RegExp) => (_: string, element: Element | null) => {
  const matches = (one: Element) => pattern.test(one.textContent ?? '')
  return element !== null && matches(element) && ![...element.children].some(matches)
}

/** Gives the installation other settings for the tests of a file. Call it at the top of the file. */
export function setSite(settings: Partial<Site>): void {
  const before = { ...site }
  Object.assign(site, settings)
  afterAll(() => void Object.assign(site, before))
}

/** Whom the blood centre takes, and where it says so. */
export const DONOR_RULES: Site['donorRules'] = {
  sentence: describeFitToGive({ ages: { from: 18, to: 60 }, minWeightKg: 50 }),
  url: 'https://centre.example.edu/rules',
}
