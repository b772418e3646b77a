import { tableOf } from '../table.ts'
import { CATEGORIES, type PageScores } from './scores.ts'

/** What Lighthouse found, as a part of `results.md`. */
export const pagesInMarkdown = (pages: PageScores[]): string =>
  [
    '## Lighthouse',
    'On a phone, its network and processor slowed down as Lighthouse does by default; the middle of three runs.',
    tableOf(
      ['page', ...CATEGORIES.map(category => category.replaceAll('-', ' '))],
      pages.map(({ page, scores }) => [page, ...CATEGORIES.map(category => String(scores[category]))]),
    ),
    ...pages
      .filter(({ failing }) => failing.length > 0)
      .map(({ page, failing }) =>
        [`Not as it should be on ${page}:`, '', ...failing.map(line => `- ${line}`)].join('\n'),
      ),
  ].join('\n\n')
