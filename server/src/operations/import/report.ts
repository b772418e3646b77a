import type { LineFate } from './fates.ts'

const OUTCOMES = ['ready', 'refused', 'duplicate', 'known'] as const

const SUMMARIES: Record<LineFate['outcome'], string> = {
  ready: 'can be imported',
  refused: 'refused',
  duplicate: 'repeated',
  known: 'known already',
}

/** The fate of each line, and how many there are of each kind. */
export function reportFates(fates: LineFate[]): string[] {
  const counts = OUTCOMES.map(
    outcome => `${fates.filter(fate => fate.outcome === outcome).length} ${SUMMARIES[outcome]}`,
  )
  return [...fates.map(fate => `Line ${fate.line}: ${describe(fate)}`), '', `${counts.join(', ')}.`]
}

/** Line breaks within a cell would look like lines of the report, and other control characters could change the terminal. */
const describe = (fate: LineFate) => describeFate(fate).replace(/\p{Cc}+/gu, ' ')

function describeFate(fate: LineFate): string {
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
  return `ready. ${[values.join(', '), ...fate.notes].join('. ')}.`
}
