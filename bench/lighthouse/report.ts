import { tableOf } from '../table.ts'
import { CATEGORIES, type PageScores } from './scores.ts'

/** Lighthouse's results as a section of `results.md`. */
export const pagesInMarkdown = (pages: PageScores[]): string =>
  [
    '## Lighthouse',
    'A phone with Lighthouse’s default throttling of network and processor; the median of three runs.',
    tableOf(
      ['page', ...CATEGORIES.map(category => category.replaceAll('-', ' '))],
      pages.map(({ page, scores }) => [page, ...CATEGORIES.map(category => String(scores[category] ?? '–'))]),
    ),
    ...pages
      .filter(({ failedAudits }) => failedAudits.length > 0)
      .map(({ page, failedAudits }) =>
        [`Failed audits on ${page}:`, '', ...failedAudits.map(line => `- ${line}`)].join('\n'),
      ),
  ].join('\n\n')
