import type { CampusRun } from './campus-run.ts'
import { DAY_MS } from './clock.ts'

/** Counts answers as the planner does: an alert that nobody answered counts after a day. */
export function createAnswerCount({ events, policy }: CampusRun) {
  let yes = 0
  let counted = 0
  return {
    /** @returns the function to call with the answer */
    add(): (isYes: boolean) => void {
      let isCounted = false
      const count = () => {
        if (isCounted) return
        isCounted = true
        counted += 1
      }
      events.add(events.now() + DAY_MS, count)
      return isYes => {
        count()
        if (isYes) yes += 1
      }
    },
    share: (): number => (policy.prior.yes + yes) / (policy.prior.alerts + counted),
  }
}
