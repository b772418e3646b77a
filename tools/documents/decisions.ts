import { basename } from 'node:path'

const MAX_LINES = 30

/** Decision records that share a number, have a heading of another number, or are too long to be read at once. */
export const decisionFaults = (documents: [path: string, text: string][]): string[] => {
  const records = documents
    .filter(([path]) => path.startsWith('docs/decisions/'))
    .map(([path, text]) => ({ name: basename(path), number: Number(basename(path).slice(0, 4)), text }))
  return records.flatMap(({ name, number, text }) => [
    ...(records.some(other => other.number === number && other.name < name)
      ? [`${name}: another record has the number ${number}.`]
      : []),
    ...(text.startsWith(`# ${number}. `) ? [] : [`${name} must begin with "# ${number}. ".`]),
    ...(text.trimEnd().split('\n').length > MAX_LINES ? [`${name} is longer than ${MAX_LINES} lines.`] : []),
  ])
}
