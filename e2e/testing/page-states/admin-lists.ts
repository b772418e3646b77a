import { openFilters, type, waitForProgressBar } from './actions.ts'
import type { PageState } from './page-state.ts'
import { EMPTY_LIST } from './replies/usual.ts'

/** Each list of the admin area: a filter that leaves few records, the label of its search, and its messages when it is empty or fails. */
const LISTS = {
  donors: {
    few: '?bloodGroup=AB-',
    search: 'Search donors',
    none: 'No donors have registered yet.',
    failed: 'Failed to fetch donor profiles.',
  },
  'blood-requests': {
    few: '?status=cancelled',
    search: 'Search requests',
    none: 'No blood requests found in the system.',
    failed: 'Failed to fetch blood requests.',
  },
  users: {
    few: '?role=admin',
    search: 'Search email',
    none: 'No users',
    failed: 'Failed to fetch users.',
  },
}

export const statesOfList = (noun: keyof typeof LISTS): Omit<PageState, 'as'>[] => {
  const { few, search, none, failed } = LISTS[noun]
  const path = noun === 'blood-requests' ? '/admin/requests' : `/admin/${noun}`
  const name = path.slice(1).replace('/', '-')
  const calls = `**/api/admin/${noun}?*`
  return [
    { name, path, shows: /^[\d,]+ \w+$/ },
    { name: `${name}-filters`, path: `${path}${few}`, action: openFilters, shows: /^[\d,]+ \w+$/ },
    {
      name: `${name}-none-found`,
      path,
      action: type({ [search]: 'no such person' }),
      shows: 'match your search and filters.',
    },
    { name: `${name}-none`, path, calls: { [calls]: EMPTY_LIST }, shows: none },
    {
      name: `${name}-waiting`,
      path,
      calls: { [calls]: 'stalls' },
      action: waitForProgressBar,
      shows: 'Loading...',
    },
    {
      name: `${name}-failed`,
      path,
      calls: { [calls]: 'fails' },
      shows: failed,
      expectedErrors: [/^lost GET /],
    },
  ]
}
