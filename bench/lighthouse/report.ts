import { tableOf } from '../figures.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** What Lighthouse found on a page, such as `/help`. */
export type PageResult = {
  page: string
  lhr: {
    categories: Record<string, { score: number | null }>
    environment: { benchmarkIndex: number }
    configSettings: { throttling: { cpuSlowdownMultiplier: number } }
  }
}

/** A score from 0 to 100; null if it was not measured. */
export function scoreOf({ lhr }: PageResult, category: string): number | null {
  const measured = lhr.categories[category]
  return measured ? Math.round((measured.score ?? 0) * 100) : null
}

/** Lighthouse's results as a section of `results.md`. */
export const pagesInMarkdown = (pages: PageResult[], rounds: number): string =>
  [
    '## Lighthouse',
    `A phone of the middle class, with Lighthouse’s default throttling of the network; rounds: ${rounds}, of which the median. “Processor” is Lighthouse’s benchmark index of the machine and the factor by which it is slowed down for it. What keeps a page from 100 is in its report in \`.build/lighthouse\`.`,
    tableOf(
      ['page', ...CATEGORIES.map(category => category.replaceAll('-', ' ')), 'processor'],
      pages.map(result => [
        result.page,
        ...CATEGORIES.map(category => String(scoreOf(result, category) ?? '–')),
        `${Math.round(result.lhr.environment.benchmarkIndex)} / ${result.lhr.configSettings.throttling.cpuSlowdownMultiplier}`,
      ]),
    ),
  ].join('\n\n')
