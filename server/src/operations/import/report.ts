import type { LineFate } from './fates.ts'

const OUTCOMES = ['ready', 'refused', 'duplicate', 'known'] as const

/** The words for lines that are ready, in a dry run and after the import. */
const READY = {
  dryRun: { line: 'ready', summary: 'can be imported' },
  import: { line: 'imported', summary: 'imported' },
} as const

const SUMMARIES: Record<Exclude<LineFate['outcome'], 'ready'>, string> = {
  refused: 'refused',
  duplicate: 'repeated',
  known: 'known already',
}

/** The fate of each line, and how many there are of each kind. */
export function reportFates(fates: LineFate[], run: keyof typeof READY): string[] {
  const ready = READY[run]
  const summaries = { ...SUMMARIES, ready: ready.summary }
  const counts = OUTCOMES.map(
    outcome => `${fates.filter(fate => fate.outcome === outcome).length} ${summaries[outcome]}`,
  )
  const lines = fates.map(fate => `Line ${fate.line}: ${describe(fate, ready.line)}`)
  return [...lines, '', `${counts.join(', ')}.`]
}

/** Line breaks within a cell would look like lines of the report, and other control characters could change the terminal. */
const describe = (fate: LineFate, ready: string) => describeFate(fate, ready).replace(/\p{Cc}+/gu, ' ')

function describeFate(fate: LineFate, ready: string): string {
  if (fate.outcome === 'refused') return `refused. ${fate.reasons.join(' ')}`
  if (fate.outcome === 'duplicate') return `repeats line ${fate.ofLine}.`
  if (fate.outcome === 'known') return `left out. ${fate.reason}`
  const { email, bloodGroup, contactNumber, lastDonationDate } = fate.donor
  const values = [
    email,
    bloodGroup,
    contactNumber,
    lastDonationDate ? `donated ${lastDonationDate}` : 'no donation',
  ]
  return `${ready}. ${[values.join(', '), ...fate.notes].join('. ')}.`
}
