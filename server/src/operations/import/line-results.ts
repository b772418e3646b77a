import { MAX_DONORS_OF_NUMBER } from '@blood-bank/contract/kept-donors/kept-donor'
import { comparableId } from './plain-text.ts'
import type { ImportedDonor, ReadDonor } from './read-donor.ts'

/** What happens to a line of a file. */
export type LineResult = { line: number } & (
  | { outcome: 'ready'; donor: ImportedDonor; notes: string[] }
  | { outcome: 'refused'; reasons: string[] }
  | { outcome: 'duplicate'; ofLine: number }
  | { outcome: 'known'; reason: string }
)

/**
 * Who is here already: the addresses of accounts, and of those the donors, the university IDs of donors, and the addresses
 * of those who were imported before, with the day until which they can claim their profile, and of those who opted out.
 */
export type KnownPeople = {
  accounts: ReadonlySet<string>
  donors: ReadonlySet<string>
  universityIds: ReadonlySet<string>
  imported: ReadonlyMap<string, string>
  importedUniversityIds: ReadonlySet<string>
  /** The addresses and numbers of those who opted out. */
  optedOut: ReadonlySet<string>
  /** The numbers of donors with an account, and for whom to ask at each number that is kept (null: not said). */
  numbersOfDonors: ReadonlySet<string>
  numbersKept: ReadonlyMap<string, (string | null)[]>
}

type ReadLine = { line: number; read: ReadDonor }
type Readable = Exclude<ReadDonor, { reasons: string[] }>

/**
 * Decides what happens to each line. Lines of one person that say the same count once; lines that contradict each other, as
 * about the blood group, or of which one cannot be read, are all refused, because nobody can tell which is right. A shared
 * number is only pointed out: a family can have one.
 */
export function checkLines(lines: ReadLine[], known: KnownPeople): LineResult[] {
  const people = lines.map(personOf)
  const byEmail = Map.groupBy(people, ({ about }) => about.email)
  const byId = Map.groupBy(people, ({ about }) => about.universityId && comparableId(about.universityId))
  const byNumber = Map.groupBy(people, ({ donor }) => donor?.contactNumber)

  function checkDonor(line: number, { donor, notes }: Readable): LineResult {
    const sharingReason = donor.consentKind && reasonOfNumber(donor)
    if (donor.email === null) {
      const reason = reasonWhyKept(donor, known)
      if (reason) return { line, outcome: 'known', reason }
      if (sharingReason) return { line, outcome: 'refused', reasons: [sharingReason] }
      return { line, outcome: 'ready', donor, notes }
    }
    const same = [byEmail.get(donor.email), byId.get(comparableId(donor.universityId))]
    const contradicting = findLines(same, other => !isSame(other.donor, donor))
    if (contradicting.length > 0)
      return { line, outcome: 'refused', reasons: [contradictionBy(contradicting)] }
    const reason = reasonWhyKnown(donor, known) ?? (donor.consentKind && reasonWhyKept(donor, known))
    if (reason) return { line, outcome: 'known', reason }
    if (sharingReason) return { line, outcome: 'refused', reasons: [sharingReason] }
    const withNumber = [byNumber.get(donor.contactNumber)]
    const sharing = findLines(withNumber, ({ about }) => about.email !== donor.email)
    const shared = sharing.length > 0 ? [`${nameLines(sharing)} the same Contact Number`] : []
    return { line, outcome: 'ready', donor, notes: [...notes, ...shared] }
  }

  /** Why a number cannot be kept together with those of other lines and those that are kept; null if it can. */
  function reasonOfNumber({ contactNumber, askFor }: ImportedDonor) {
    const others = (byNumber.get(contactNumber) ?? []).flatMap(({ donor }) =>
      donor?.consentKind ? [donor] : [],
    )
    const different = new Map(others.map(donor => [JSON.stringify(donor), donor.askFor]))
    const named = [...different.values(), ...(known.numbersKept.get(contactNumber) ?? [])]
    if (named.length === 1) return null
    if (named.length > MAX_DONORS_OF_NUMBER)
      return `More than ${MAX_DONORS_OF_NUMBER} donors have the number ${contactNumber}. Leave out some of them.`
    return askFor === null || named.filter(name => name === askFor).length > 1
      ? `Others have the number ${contactNumber}, too. Say whose phone it is in a column Ask For.`
      : null
  }

  const firstResults = new Map<string, LineResult>()
  return lines.map(({ line, read }) => {
    if ('reasons' in read) return { line, outcome: 'refused', reasons: read.reasons }
    const values = JSON.stringify(read.donor)
    const first = firstResults.get(values)
    if (first?.outcome === 'refused') return { ...first, line }
    if (first) return { line, outcome: 'duplicate', ofLine: first.line }
    const result = checkDonor(line, read)
    firstResults.set(values, result)
    return result
  })
}

type ProfileLine = Exclude<ImportedDonor, { email: null }>

/** Why somebody who agreed is not kept, with an address or without. */
function reasonWhyKept({ contactNumber, askFor }: ImportedDonor, known: KnownPeople) {
  if (known.optedOut.has(contactNumber)) return `Whoever has ${contactNumber} told us not to call.`
  if (askFor === null && known.numbersOfDonors.has(contactNumber))
    return `A donor with the number ${contactNumber} is registered here already.`
  return known.numbersKept.get(contactNumber)?.includes(askFor)
    ? `We keep a donor with the number ${contactNumber} already.`
    : null
}

function reasonWhyKnown({ email, universityId }: ProfileLine, known: KnownPeople) {
  if (known.donors.has(email)) return `${email} is registered as a donor already.`
  if (known.accounts.has(email)) return `${email} has an account already, and can register as a donor there.`
  if (known.universityIds.has(comparableId(universityId)))
    return `A donor with the University ID ${universityId} is registered with another address already.`
  const claimableUntil = known.imported.get(email)
  if (claimableUntil)
    return `${email} was imported already, and can claim the profile until ${claimableUntil}.`
  if (known.optedOut.has(email)) return `${email} was asked before, and does not want to be imported.`
  if (known.importedUniversityIds.has(comparableId(universityId)))
    return `Somebody with the University ID ${universityId} was imported with another address already.`
  return null
}

/** A line with the person whom it is about; `donor` is null if it cannot be read. */
type PersonLine = {
  line: number
  about: { email: string | null; universityId: string | null }
  donor: ImportedDonor | null
}

const personOf = ({ line, read }: ReadLine): PersonLine =>
  'donor' in read ? { line, about: read.donor, donor: read.donor } : { line, about: read.about, donor: null }

const isSame = (one: ImportedDonor | null, other: ImportedDonor) =>
  one !== null && (Object.keys(other) as (keyof ImportedDonor)[]).every(name => one[name] === other[name])

const contradictionBy = (lines: number[]) =>
  `${nameLines(lines)} the same address or University ID with other values, or values that cannot be read. Keep the line that is right.`

const MAX_NAMED_LINES = 5

/** Finds lines, but only one more than is named: all lines of a file can have one University ID. */
function findLines(groups: (PersonLine[] | undefined)[], isFound: (person: PersonLine) => boolean): number[] {
  const lines = new Set<number>()
  for (const group of groups)
    for (const person of group ?? []) {
      if (lines.size > MAX_NAMED_LINES) break
      if (isFound(person)) lines.add(person.line)
    }
  return [...lines]
}

function nameLines(lines: number[]) {
  const more = lines.length > MAX_NAMED_LINES ? ' and others' : ''
  return lines.length > 1
    ? `Lines ${lines.slice(0, MAX_NAMED_LINES).join(', ')}${more} have`
    : `Line ${lines[0]} has`
}
