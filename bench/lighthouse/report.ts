import { tableOf } from '../table.ts'
import { CATEGORIES, type PageScores } from './scores.ts'

/** Lighthouse's results as a section of `results.md`. */
export const pagesInMarkdown = (pages: PageScores[]): string =>
  [
    '## Lighthouse',
    'A phone of the middle class, with Lighthouse’s default throttling of the network; the median of three runs. “Processor” is Lighthouse’s benchmark index of the machine and the factor by which it is slowed down for it.',
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
      .map(({ page, failedAudits }) =>
        [`Failed audits on ${page}:`, '', ...failedAudits.map(line => `- ${line}`)].join('\n'),
      ),
  ].join('\n\n')
