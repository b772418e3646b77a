import { CATEGORIES } from './scores.ts'

/** The parts of Lighthouse's report that are read here. */
export type Report = {
  categories: Record<string, { auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

type Audit = {
  title: string
  score: number | null
  scoreDisplayMode: string
  displayValue?: string
  details?: unknown
}

/** A place that an audit names, or a table of places. */
type Item = {
  items?: Item[]
  url?: string
  source?: { url?: string }
  node?: { snippet?: string; explanation?: string }
  groupLabel?: string
  duration?: number
  wastedMs?: number
  scripting?: number
  wastedBytes?: number
}

const MAX_PLACES = 5
const MAX_PLACE_LENGTH = 160

/** The audits that a page does not pass, one line each with its places, sorted by weight. */
export const failedAudits = ({ categories, audits }: Report): string[] =>
  CATEGORIES.flatMap(category =>
    (categories[category]?.auditRefs ?? [])
      .toSorted((one, other) => other.weight - one.weight)
      .flatMap(({ id }) => {
        const audit = audits[id]
        return audit && isFailing(audit) ? [lineOf(category, audit)] : []
      }),
  )

const isFailing = ({ score, scoreDisplayMode }: Audit) =>
  score !== null && score < 1 && !['informative', 'manual', 'notApplicable'].includes(scoreDisplayMode)

function lineOf(category: string, { title, displayValue, details, score }: Audit): string {
  const value = displayValue ? ` (${displayValue})` : ''
  const places = placesOf(details)
  return `${category}: ${title}${value}, ${Math.round((score ?? 0) * 100)} of 100${places ? `: ${places}` : ''}`
}

function placesOf(details: unknown): string {
  const { items } = (details ?? {}) as Item
  const places = (Array.isArray(items) ? items : [])
    .flatMap(item => item.items ?? [item])
    .map(placeOf)
    .filter(place => place !== '')
  return [...new Set(places)].slice(0, MAX_PLACES).join(', ')
}

function placeOf(item: Item): string {
  const name = item.node?.snippet ?? item.url ?? item.source?.url ?? item.groupLabel
  if (!name) return ''
  const ms = item.wastedMs ?? item.scripting ?? item.duration
  const cost = [
    item.node?.explanation,
    ms !== undefined && `${Math.round(ms)} ms`,
    item.wastedBytes !== undefined && `${item.wastedBytes} bytes`,
  ].filter(Boolean)
  const place = `\`${name.replaceAll(/\s+/g, ' ').slice(0, MAX_PLACE_LENGTH)}\``
  return cost.length > 0 ? `${place} (${cost.join(', ')})` : place
}
