const DAY_MS = 86_400_000

/** The moment so many days, or parts of days, ago. */
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
