import type { LineResult } from './line-results.ts'

const OUTCOMES = ['ready', 'refused', 'duplicate', 'known'] as const

/** The words for lines that are ready, in a dry run and after the import. */
const READY = {
  dryRun: { line: 'ready', summary: 'can be imported' },
  import: { line: 'imported', summary: 'imported' },
} as const

const SUMMARIES: Record<Exclude<LineResult['outcome'], 'ready'>, string> = {
  refused: 'refused',
  duplicate: 'repeated',
  known: 'known already',
}

/** The result of each line, and how many there are of each kind. */
export function reportResults(results: LineResult[], run: keyof typeof READY): string[] {
  const ready = READY[run]
  const summaries = { ...SUMMARIES, ready: ready.summary }
  const counts = OUTCOMES.map(
    outcome => `${results.filter(result => result.outcome === outcome).length} ${summaries[outcome]}`,
  )
  const lines = results.map(result => `Line ${result.line}: ${describe(result, ready.line)}`)
  return [...lines, '', `${counts.join(', ')}.`]
}

/** Line breaks within a cell would look like lines of the report, and other control characters could change the terminal. */
const describe = (result: LineResult, ready: string) =>
  describeResult(result, ready).replace(/\p{Cc}+/gu, ' ')

function describeResult(result: LineResult, ready: string): string {
  if (result.outcome === 'refused') return `refused. ${result.reasons.join(' ')}`
  if (result.outcome === 'duplicate') return `repeats line ${result.ofLine}.`
  if (result.outcome === 'known') return `left out. ${result.reason}`
  const { email, fullName, bloodGroup, contactNumber, consentKind, lastDonationDate } = result.donor
  const values = [
    email ?? fullName,
    bloodGroup,
    contactNumber,
    lastDonationDate ? `donated ${lastDonationDate}` : 'no donation',
    ...(consentKind ? [consentKind === 'paper' ? 'agreed on paper' : 'said yes'] : []),
  ]
  return `${ready}. ${[values.join(', '), ...result.notes].join('. ')}.`
}
