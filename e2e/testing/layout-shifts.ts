import type { Visitor } from './visitor.ts'

/** Adds up how far pages opened from now on move by themselves (the sum of the browser's layout shifts). */
export const recordShifts = ({ page }: Visitor) =>
  page.addInitScript(() => {
    const shifts: PerformanceEntry[] = []
    const observer = new PerformanceObserver(list => shifts.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts: () => [...shifts, ...observer.takeRecords()] })
  })

/** The sum for the current page (`recordShifts` comes before). Browsers call 0.1 good. */
export const shiftOf = ({ page }: Visitor): Promise<number> =>
  page.evaluate(async () => {
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { shifts } = window as unknown as { shifts: () => { value: number }[] }
    return shifts().reduce((sum, { value }) => sum + value, 0)
  })
