export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]

/** What Lighthouse says of a page: each figure of 0 to 100, and what is not as it should be. */
export type PageScores = { page: string; scores: Record<Category, number>; failing: string[] }
