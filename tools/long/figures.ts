/** The figures of a long test: what it tried, how often, and the results. */
export type Figures = {
  tried: string
  trials: number
  faults: number
  /** Data that was acknowledged and then lost; absent if nothing could be lost. */
  losses?: number
}

/** The type of the annotation with the figures of a long test. */
export const FIGURES = 'figures'

/**
 * Reads the annotation `annotate(JSON.stringify({ tried, trials, faults, losses }), 'figures')`.
 * @throws if a field is missing or has another type
 */
export function readFigures(message: string): Figures {
  const { tried, trials, faults, losses } = JSON.parse(message) as Partial<Figures>
  if (typeof tried !== 'string' || tried === '' || !isCount(trials) || !isCount(faults))
    throw new Error(`Figures need tried, trials and faults: ${message}`)
  if (losses !== undefined && !isCount(losses)) throw new Error(`Losses are a number: ${message}`)
  return { tried, trials, faults, ...(losses !== undefined && { losses }) }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

/** One line, printed when the test ends. */
export const inOneLine = ({ tried, trials, faults, losses }: Figures) =>
  `${tried}: ${counted(trials)} trials, ${counted(faults)} faults${losses === undefined ? '' : `, ${counted(losses)} losses`}`

/** A table for `docs/trust.md`. */
export const tableOf = (all: Figures[]) =>
  [
    '| what was tried | trials | faults found | losses |',
    '|---|--:|--:|--:|',
    ...all.map(
      ({ tried, trials, faults, losses }) =>
        `| ${tried.replaceAll('|', '\\|')} | ${counted(trials)} | ${counted(faults)} | ${losses === undefined ? '–' : counted(losses)} |`,
    ),
  ].join('\n')

const counted = (count: number) => count.toLocaleString('en-US')
