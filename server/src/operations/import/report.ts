import { RETENTION } from '@blood-bank/contract/personal-data/retention'
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

/**
 * What follows an import for the people in it: emails, and text messages over several days.
 * @param untold how many are to be told by text message already
 * @param textsPerDay how many of them are told in a day; null if the site sends no text messages
 */
export function describeNext(
  results: LineResult[],
  { run, untold, textsPerDay }: { run: keyof typeof READY; untold: number; textsPerDay: number | null },
): string[] {
  const donors = results.flatMap(result => (result.outcome === 'ready' ? [result.donor] : []))
  const kept = donors.filter(({ consentKind }) => consentKind).length
  const days = textsPerDay === null ? 0 : Math.ceil((untold + (run === 'dryRun' ? kept : 0)) / textsPerDay)
  return [
    ...(run === 'dryRun' ? ['This was a dry run: nothing was stored, and no email was sent.'] : []),
    ...(run === 'import' && donors.some(({ email }) => email)
      ? [
          `The server asks those with an email to claim their profile. Whoever neither does within ${RETENTION.importedDonorDays} days nor has agreed to be called is erased.`,
        ]
      : []),
    ...(textsPerDay !== null && kept > 0
      ? [
          `A text message tells those who agreed that the club keeps their number: ${textsPerDay} a day at most, so ${days === 1 ? 'within a day' : `it takes ${days} days`}.`,
        ]
      : []),
  ]
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
