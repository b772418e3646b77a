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

const CITATION = /docs\/decisions\/(\d{4})|\bdecision (\d+)\b/g

/** The numbers of decisions that a file cites and that are gone, so that a record can be deleted or joined safely. */
export const missingDecisions = (text: string, documents: Iterable<string>): number[] => {
  const numbers = new Set([...documents].map(path => Number(/^docs\/decisions\/(\d{4})-/.exec(path)?.[1])))
  return [...text.matchAll(CITATION)]
    .map(([, file, number]) => Number(file ?? number))
    .filter(number => !numbers.has(number))
}
