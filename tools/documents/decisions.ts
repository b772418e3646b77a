import { basename } from 'node:path'

const MAX_RECORDS = 25
const MAX_WORDS = 200

/** Decision records that are too many, share a number, have a heading of another number, or are too long. */
export const decisionFaults = (documents: [path: string, text: string][]): string[] => {
  const records = documents
    .filter(([path]) => path.startsWith('docs/decisions/'))
    .map(([path, text]) => ({ name: basename(path), number: Number(basename(path).slice(0, 4)), text }))
  const faults = records.flatMap(({ name, number, text }) => [
    ...(records.some(other => other.number === number && other.name < name)
      ? [`${name}: another record has the number ${number}.`]
      : []),
    ...(text.startsWith(`# ${number}. `) ? [] : [`${name} must begin with "# ${number}. ".`]),
    ...(text.trim().split(/\s+/).length > MAX_WORDS ? [`${name} is longer than ${MAX_WORDS} words.`] : []),
  ])
  const isFull = records.length > MAX_RECORDS
  return isFull ? [...faults, `More than ${MAX_RECORDS} records: join some, or delete what is gone.`] : faults
}
