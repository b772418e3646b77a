import type { LiveList } from '@blood-bank/contract/live/endpoints'
import type { Change } from '../../platform/live/change-log.ts'

/** `person` means the people whom the changed row is about: the log names them (`0140-watched-tables.sql`). */
type Rule = { tables: readonly string[]; reaches: 'everyone' | 'person' | 'coordinators' | 'admins' }

const SHOWN_WITH_REQUESTS = ['blood_requests', 'offers', 'donations']

/** The tables that each list shows, and whom a hint about it reaches. To keep a list up to date, name its tables here. */
export const LIVE_LIST_RULES: Record<LiveList, Rule> = {
  'active-blood-requests': { tables: SHOWN_WITH_REQUESTS, reaches: 'everyone' },
  'own-blood-requests': {
    tables: [...SHOWN_WITH_REQUESTS, 'alerts', 'donor_calls', 'on_call_alerts'],
    reaches: 'person',
  },
  'own-offers': { tables: ['offers'], reaches: 'person' },
  'received-offers': { tables: ['offers', 'donations'], reaches: 'person' },
  'own-donor-profile': { tables: ['donors', 'donations'], reaches: 'person' },
  'donors-to-call': {
    tables: ['kept_donors', 'donor_calls', 'donors', 'blood_requests', 'coordinators_on_call'],
    reaches: 'coordinators',
  },
  'admin-blood-requests': { tables: SHOWN_WITH_REQUESTS, reaches: 'admins' },
  'admin-donors': { tables: ['donors', 'donations'], reaches: 'admins' },
  'admin-users': { tables: ['users'], reaches: 'admins' },
  'admin-audit-log': { tables: ['audit_entries'], reaches: 'admins' },
  'admin-reports': { tables: ['report_cases', 'reports'], reaches: 'admins' },
  overview: {
    tables: ['users', 'donors', 'alerts', 'report_cases', ...SHOWN_WITH_REQUESTS],
    reaches: 'admins',
  },
}

const RULES = Object.entries(LIVE_LIST_RULES) as [LiveList, Rule][]

type Recipient = { personId: string; isAdmin: boolean; isCoordinator: boolean }

/** @returns the lists that a recipient is to be told of after these changes; the same array for the same lists */
export function createHints(changes: readonly Change[]): (recipient: Recipient) => readonly LiveList[] {
  const peopleOf = new Map<string, Set<string | null>>()
  for (const { table, personId } of changes) {
    const people = peopleOf.get(table) ?? new Set()
    peopleOf.set(table, people.add(personId))
  }
  const changed = RULES.filter(([, { tables }]) => tables.some(table => peopleOf.has(table)))
  const shared = (...reached: Rule['reaches'][]) =>
    changed.filter(([, { reaches }]) => reached.includes(reaches)).map(([list]) => list)
  const forMembers = shared('everyone')
  const forCoordinators = shared('everyone', 'coordinators')
  const forAdmins = shared('everyone', 'coordinators', 'admins')
  const personal = changed.filter(([, { reaches }]) => reaches === 'person')
  return ({ personId, isAdmin, isCoordinator }) => {
    const all = isAdmin ? forAdmins : isCoordinator ? forCoordinators : forMembers
    const own = personal.filter(([, { tables }]) => tables.some(table => peopleOf.get(table)?.has(personId)))
    return own.length === 0 ? all : [...all, ...own.map(([list]) => list)]
  }
}
