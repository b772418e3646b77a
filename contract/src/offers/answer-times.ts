/** The median of fewer answered requests is not shown: it would say something about individual people. */
export const MIN_ANSWERED_REQUESTS = 10

/** The months of which admins see how soon donors answered. */
export const ANSWER_MONTHS = 12

/** The days of which visitors see what was done. Here, where the landing page loads no schema with it. */
export const DONE_WITHIN_DAYS = 30

/** "11 minutes", "3 hours" */
export const describeMinutes = (minutes: number): string => {
  const [count, unit] = minutes < 100 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How soon the first donor answered last month, for everybody. */
export const describeLastMonth = (medianMinutes: number): string =>
  `Last month the first donor answered after ${describeMinutes(medianMinutes)}.`
