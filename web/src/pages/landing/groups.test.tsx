import { BLOOD_GROUPS, type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { registerAccount, SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { readDonorFigures } from '@blood-bank/contract/site/figures'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { findDestination, forgetDestination } from '../../features/accounts/destination.ts'
import { aUser } from '../../testing/builders.ts'
import { fillIn, primaryNames, renderPage, valueIn } from '../../testing/render-page.tsx'
import { failing, replying } from '../../testing/replies.ts'

afterEach(forgetDestination)

const figures = (known: Partial<Record<BloodGroup, number>>) =>
  replying(readDonorFigures, {
    groups: BLOOD_GROUPS.map(bloodGroup => ({ bloodGroup, donors: known[bloodGroup] ?? null })),
  })

const groups = async () =>
  within(await screen.findByRole('navigation', { name: "Need blood? Choose the patient's group." }))

test('visitors choose among all groups, members search instead', async () => {
  const { unmount } = renderPage('/')
  const names = (await groups()).getAllByRole('link').map(({ textContent }) => textContent)
  expect(names).toEqual(BLOOD_GROUPS.map(withMinus))
  unmount()
  renderPage('/', { user: aUser() })
  await screen.findByRole('link', { name: 'Find a Donor' })
  expect(screen.queryByRole('navigation', { name: "Need blood? Choose the patient's group." })).toBeNull()
})

test('a page that opens with a group stays where it is, and the answer for another one comes into view', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { person } = renderPage('/?bloodGroup=AB-', { replies: [figures({})] })
  await screen.findByText(/^AB− is rare\./)
  expect(scroll).not.toHaveBeenCalled()
  await person.click((await groups()).getByRole('link', { name: 'O−' }))
  await waitFor(() => expect(scroll).toHaveBeenCalledOnce())
})

const ASKING = 'Post a request: we ask donors who can give, at once.'

test.each([
  ['A−', 'About 20 A− donors can give right now.', ''],
  ['AB−', `AB− is rare. ${ASKING}`, 'About 20 donors of other groups can give to AB−, too.'],
  ['O−', `O− is rare. ${ASKING}`, 'Only O− can be given to O−.'],
  ['B+', ASKING, ''],
  ['A+', 'About 1,200 A+ donors can give right now.', 'About 20 donors of other groups can give to A+, too.'],
])(
  'for %s the page says how many can give, or what we do, and how many of other groups',
  async (group, own, others) => {
    const { person, path, server } = renderPage('/', { replies: [figures({ 'A+': 1_200, 'A-': 20 })] })
    const link = (await groups()).getByRole('link', { name: group })
    expect(primaryNames()).toEqual(['Become a Donor'])
    await person.click(link)
    await screen.findByText(own)
    expect(primaryNames()).toEqual(['Post a Request'])
    if (others) screen.getByText(others)
    else expect(screen.queryByText(/other groups|Only/)).toBeNull()
    screen.getByText('The hospital tests and cross-matches every unit.')
    expect(path()).toBe(`/?bloodGroup=${encodeURIComponent(group.replace('−', '-'))}`)
    expect((await groups()).getByRole('link', { current: true }).textContent).toBe(group)
    expect(server.callsTo(readDonorFigures)).toHaveLength(1)
  },
)

test('without the figures a visitor goes on all the same', async () => {
  renderPage('/?bloodGroup=B-', { replies: [failing(readDonorFigures)] })
  await screen.findByText(/^We couldn't load how many donors can give to B− now/)
  expect((await screen.findByRole('link', { name: 'Post a Request' })).getAttribute('href')).toBe('/register')
})

test.each([
  ['Post a Request', 'Next: your request.', 'Post a blood request'],
  ['Become a Donor', 'Next: your donor profile.', 'Become a Donor'],
  ['Login / Need Blood', 'Next: your request.', 'Post a blood request'],
])('%s keeps the group through registration and sign-in', async (task, lead, heading) => {
  const { person } = renderPage('/?bloodGroup=B-', {
    replies: [
      figures({}),
      replying(registerAccount, { message: SUCCESS_MESSAGES.registered }),
      replying(signIn, { user: aUser() }),
    ],
  })
  await screen.findByText(/^B− is rare/)
  await person.click(screen.getByRole('link', { name: task }))
  if (task === 'Login / Need Blood') {
    await screen.findByText(/^Need blood, and new here\?/)
    await person.click(screen.getByRole('link', { name: 'Create account' }))
  }
  await screen.findByText(new RegExp(lead))
  await fillIn(person, { Email: 'Rima@Campus.edu', Password: 'secret' })
  await person.click(screen.getByRole('button', { name: 'Create Account' }))
  await screen.findByRole('heading', { name: 'Check your email' })
  await person.click(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' }))
  expect(findDestination()).toMatch(/^\/[a-z-]+\?bloodGroup=B-$/)
  await screen.findByRole('heading', { name: 'Sign In' })
  expect(valueIn('Email')).toBe('rima@campus.edu')
  await fillIn(person, { Password: 'secret' })
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByRole('heading', { name: heading, level: 1 })
  await waitFor(() => expect(valueIn('Blood Group')).toBe('B-'))
})
