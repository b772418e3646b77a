import { tableOf } from '../figures.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Lighthouse's scores of a page, from 0 to 100; null for what is not measured. */
export type PageScores = {
  page: string
  scores: Record<(typeof CATEGORIES)[number], number | null>
  /** How fast the processor was, and by which factor it was slowed down. */
  benchmarkIndex: number
  slowdown: number
  /** One line for each audit that the page does not pass. */
  failedAudits: string[]
}

/** Lighthouse's results as a section of `results.md`. */
export const pagesInMarkdown = (pages: PageScores[]): string =>
  [
    '## Lighthouse',
    'A phone of the middle class, with Lighthouse’s default throttling of the network; the median of three runs. “Processor” is Lighthouse’s benchmark index of the machine and the factor by which it is slowed down for it. The reports are in `.build/lighthouse`.',
    tableOf(
      ['page', ...CATEGORIES.map(category => category.replaceAll('-', ' ')), 'processor'],
      pages.map(({ page, scores, benchmarkIndex, slowdown }) => [
        page,
        ...CATEGORIES.map(category => String(scores[category] ?? '–')),
        `${Math.round(benchmarkIndex)} / ${slowdown}`,
      ]),
    ),
    ...pages
      .filter(({ failedAudits }) => failedAudits.length > 0)
      .map(({ page, failedAudits }) => `Failed audits on ${page}: ${failedAudits.join('; ')}.`),
  ].join('\n\n')
