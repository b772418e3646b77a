export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]

/** Lighthouse's scores of a page, from 0 to 100, and the failed audits; null for what is not measured. */
export type PageScores = {
  page: string
  scores: Record<Category, number | null>
  /** How fast the processor was, and by which factor it was slowed down (`slowdown.ts`). */
  benchmarkIndex: number
  slowdown: number
  failedAudits: string[]
}
