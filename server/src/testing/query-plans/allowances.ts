import { CAMPUS_SCALE } from './campus-size.ts'
import type { Explained } from './explained.ts'
import { IMPORTED_DONORS } from './imported-donors.ts'

/** A statement that may read more than twice the rows that it returns, with the reason and its own limit. */
type Allowance = {
  call: RegExp
  statement?: RegExp
  reason: string
  /** The maximum number of rows that it may read. */
  maxRows: number
  /** Tables that it may scan sequentially. */
  mayScan?: string[]
}

const LONG_SEARCH =
  'PostgreSQL either gathers all matches of the text and the filter or walks the sort order until the page is full.'

/** For a small campus, of whose 200 standing offers PostgreSQL reads all. In a large one it finds them by an index. */
const SMALL_CAMPUS: Allowance[] = [
  { call: /^housekeeping/, statement: /^update "offers"/ },
  { call: /^POST \/api\/alerts\/declines/ },
].map(allowance => ({ ...allowance, reason: 'All standing offers fit in a few blocks.', maxRows: 250 }))

export const ALLOWANCES: Allowance[] = [
  {
    call: /^GET \/readyz/,
    reason: 'Reads any one row to check that the table exists.',
    maxRows: 1,
    mayScan: ['users'],
  },
  {
    call: /^GET \/api\/campus-figures/,
    reason:
      'Counted once a minute, however many visitors there are; those who can give today are nearly all donors.',
    maxRows: 100_100,
    mayScan: ['donors'],
  },
  {
    call: /^GET \/api\/admin\/overview$/,
    statement: /units_required >/,
    reason: 'Looks up the offers and donations of each active request, for all admins once a second.',
    maxRows: 20_000,
  },
  {
    call: /^GET \/api\/admin\/overview$/,
    statement: /from "donations"/,
    reason:
      'The donations of twelve weeks and the disputed ones, counted from indexes for all admins once a second.',
    maxRows: 25_000,
  },
  {
    call: /^GET \/api\/admin\/overview$/,
    statement: /from blood_requests/,
    reason:
      'Exact counts of everything, for all admins once a second; maintained counters would make each post slower.',
    maxRows: 480_000,
    mayScan: ['users', 'donors'],
  },
  {
    call: /^GET \/api\/admin\/overview$/,
    statement: /from "imported_donors"/,
    reason: 'Those who have not claimed their profile yet, counted for all admins once a second.',
    maxRows: IMPORTED_DONORS + 10,
    mayScan: ['imported_donors'],
  },
  {
    call: /^GET \/api\/admin\/overview$/,
    statement: /as donors_asked/,
    reason: 'The alerts of 24 hours, counted by requester from an index for all admins once a second.',
    maxRows: 5_000,
  },
  {
    call: /^GET \/api\/admin\/(overview|report-cases)/,
    statement: /count\(\*\) as "count" from "report_cases"/,
    reason: 'The cases of reports that wait, or are handled, counted from an index.',
    maxRows: 8_100,
  },
  {
    call: /^GET \/api\/admin\/overview\/charts/,
    statement: /generate_series/,
    reason: 'The requests of twelve weeks, counted from an index for all admins once a second.',
    maxRows: 25_000,
  },
  {
    call: /^GET \/api\/admin\/overview\/charts/,
    statement: /from "donors"/,
    reason: 'All available donors, counted by group from an index for all admins once a second.',
    maxRows: 90_000,
  },
  {
    call: /^GET \/(api\/admin\/overview|metrics)$/,
    statement: /from (outbox|graphile_worker)/,
    reason: 'Counts the waiting and dead mails, and the dead jobs of each kind. There are few other jobs.',
    maxRows: 5_100,
    mayScan: ['_private_jobs', '_private_tasks'],
  },
  {
    call: /^(GET|POST) \/api\/admin\/audit-entries/,
    statement: /count\(\*\)/,
    reason: 'Counts the entries that match exactly, once for each list and export.',
    maxRows: 100_100,
    mayScan: ['audit_entries'],
  },
  {
    call: /^POST .*\/exports/,
    statement: /count\(\*\)/,
    reason: 'Counts the records once per export.',
    maxRows: 2_500,
  },
  {
    call: /^planner/,
    statement: /newest/,
    reason: 'The newest alerts, once a minute a server, to learn how often donors say yes.',
    maxRows: 1_000,
  },
  {
    call: /^GET \/api\/admin\/report-cases/,
    statement: /as last_reported_at/,
    reason: 'Reads the reports of each case on the page: here six rows a case, and two cases.',
    maxRows: 2_400,
  },
  {
    call: /^housekeeping/,
    statement: /_private_tasks/,
    reason: 'Looks through all jobs once an hour. There are few that are not emails.',
    maxRows: 5_100,
    mayScan: ['_private_jobs', '_private_tasks'],
  },
  {
    call: /^housekeeping/,
    statement: /set erasure_announced_at/,
    reason: 'Skips accounts whose erasure was announced less than a week ago: as many as register in a week.',
    maxRows: 150,
  },
  {
    call: /^GET \/api\/admin\/donors search=\S{2} /,
    reason: 'A text this short has no trigram, so every record may have to be read.',
    maxRows: 100_100,
    mayScan: ['donors'],
  },
  {
    call: /^GET \/api\/admin\/blood-requests search=\S{2} /,
    reason: 'As for donors.',
    maxRows: 200_100,
    mayScan: ['blood_requests'],
  },
  {
    call: /^GET \/api\/admin\/users search=\S{2} /,
    reason: 'As for donors.',
    maxRows: 150_100,
    mayScan: ['users'],
  },
  {
    call: /^GET \/api\/admin\/\S+ search=anik/,
    reason: 'Few records match, so all of them are gathered and sorted.',
    maxRows: 2_000,
  },
  {
    call: /^GET \/api\/admin\/donors search=\S{3}/,
    reason: LONG_SEARCH,
    maxRows: 100_100,
  },
  {
    call: /^GET \/api\/admin\/blood-requests search=\S{3}/,
    reason: LONG_SEARCH,
    maxRows: 200_100,
  },
  {
    call: /^GET \/api\/admin\/users search=\S{3}/,
    reason: LONG_SEARCH,
    maxRows: 150_100,
  },
  {
    call: /^GET \/api\/donors\/compatible bloodGroup=(A|B|AB)\+$/,
    statement: /count\(\*\)/,
    reason: 'The total of all groups that can give, counted from an index, once until the table changes.',
    maxRows: 72_000,
  },
  {
    call: /^GET \/api\/(donors|blood-requests)\b/,
    statement: /count\(\*\)/,
    reason: 'The total of a list, counted from an index, once for all members until the table changes.',
    maxRows: 26_000,
  },
  ...(
    [
      ['donors', 100_100],
      ['blood-requests', 200_100],
      ['users', 150_100],
    ] as const
  ).map(([list, maxRows]) => ({
    call: new RegExp(`^GET /api/admin/${list}`),
    statement: /count\(\*\)/,
    reason:
      'The total of matches for the first page of an admin list: exact, and in milliseconds (docs/scaling.md).',
    maxRows,
    // Nearly all users have one of the two roles.
    ...(list === 'users' && { mayScan: ['users'] }),
  })),
  ...(CAMPUS_SCALE < 1 ? SMALL_CAMPUS : []),
]

/** The allowance that applies to a statement. */
export const allowanceFor = ({ call, text }: Pick<Explained, 'call' | 'text'>) =>
  ALLOWANCES.find(({ call: calls, statement }) => calls.test(call) && (statement?.test(text) ?? true))
