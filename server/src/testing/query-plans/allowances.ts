import type { Explained } from './explained.ts'

/** A statement that may read more than twice what it returns, and why; each has a bound of its own. */
type Allowance = {
  call: RegExp
  statement?: RegExp
  reason: string
  /** How many rows it may read. */
  most: number
  /** Tables that it may read from one end to the other. */
  mayScan?: string[]
}

const LONG_SEARCH =
  'Either all places of the text and of the filter are gathered, or the order is walked until the page is full.'

export const ALLOWANCES: Allowance[] = [
  {
    call: /^GET \/readyz/,
    reason: 'It asks whether the table is there, for the first row that comes.',
    most: 1,
    mayScan: ['users'],
  },
  {
    call: /^GET \/api\/campus-figures/,
    reason: 'Counted once a minute, out of indexes, however many visitors come.',
    most: 90_000,
  },
  {
    call: /^GET \/api\/admin\/overview$/,
    statement: /from blood_requests/,
    reason:
      'Exact counts of everything, for all admins once a second; counters that are kept would cost each post more.',
    most: 451_000,
    mayScan: ['users', 'donors'],
  },
  {
    call: /^GET \/api\/admin\/overview\/charts/,
    statement: /generate_series/,
    reason: 'The requests of twelve weeks, counted out of an index for all admins once a second.',
    most: 25_000,
  },
  {
    call: /^GET \/api\/admin\/overview\/charts/,
    statement: /from "donors"/,
    reason: 'All available donors, counted by group out of an index for all admins once a second.',
    most: 90_000,
  },
  {
    call: /^GET \/(api\/admin\/overview|metrics)$/,
    statement: /from outbox/,
    reason: 'Counts the mails that wait or are dead: as many as there are, and other jobs are few.',
    most: 5_100,
    mayScan: ['_private_jobs'],
  },
  {
    call: /^POST .*\/exports/,
    statement: /count\(\*\)/,
    reason: 'Counts what it then sends, once for an export.',
    most: 2_500,
  },
  {
    call: /^housekeeping/,
    statement: /set erasure_announced_at/,
    reason:
      'Passes by those who were told of their erasure and have a week left: as many as register in a week.',
    most: 150,
  },
  {
    call: /^GET \/api\/admin\/donors search=\S{2} /,
    reason: 'So short a text has no trigram: every record may have to be looked at.',
    most: 100_100,
    mayScan: ['donors'],
  },
  {
    call: /^GET \/api\/admin\/blood-requests search=\S{2} /,
    reason: 'The same.',
    most: 200_100,
    mayScan: ['blood_requests'],
  },
  {
    call: /^GET \/api\/admin\/users search=\S{2} /,
    reason: 'The same.',
    most: 150_100,
    mayScan: ['users'],
  },
  {
    call: /^GET \/api\/admin\/\S+ search=anik/,
    reason: 'Few hold it: all of them are gathered, and sorted.',
    most: 2_000,
  },
  {
    call: /^GET \/api\/admin\/donors search=\S{3}/,
    reason: LONG_SEARCH,
    most: 100_100,
  },
  {
    call: /^GET \/api\/admin\/blood-requests search=\S{3}/,
    reason: LONG_SEARCH,
    most: 200_100,
  },
  {
    call: /^GET \/api\/admin\/users search=\S{3}/,
    reason: LONG_SEARCH,
    most: 150_100,
  },
  {
    call: /^GET \/api\/(donors|blood-requests)\b/,
    statement: /count\(\*\)/,
    reason:
      'How many a list has in all: counted out of an index, once for all members until the table changes.',
    most: 26_000,
  },
  ...(
    [
      ['donors', 100_100],
      ['blood-requests', 200_100],
      ['users', 150_100],
    ] as const
  ).map(([list, most]) => ({
    call: new RegExp(`^GET /api/admin/${list}`),
    statement: /count\(\*\)/,
    reason:
      'How many match in all, for the first page of an admin: exact, and in milliseconds (docs/scaling.md).',
    most,
    // Nearly all users have one of the two roles.
    ...(list === 'users' && { mayScan: ['users'] }),
  })),
]

/** The allowance that a statement falls under. */
export const allowanceFor = ({ call, text }: Pick<Explained, 'call' | 'text'>) =>
  ALLOWANCES.find(({ call: calls, statement }) => calls.test(call) && (statement?.test(text) ?? true))
