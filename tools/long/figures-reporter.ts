import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'
import { FIGURES, inOneLine, readFigures } from './figures.ts'

/** Prints the figures of each long test when it ends, and appends them to `LONG_REPORT` as lines of JSON. */
export default class FiguresReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    for (const { type, message } of test.annotations()) {
      if (type !== FIGURES) continue
      const figures = readFigures(message)
      console.log(inOneLine(figures))
      if (process.env.LONG_REPORT) appendFileSync(process.env.LONG_REPORT, `${JSON.stringify(figures)}\n`)
    }
  }
}
