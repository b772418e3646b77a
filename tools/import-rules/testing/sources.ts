import { findViolations } from '../violations.ts'

/** The violations of files that are given as path and source. */
export const violationsIn = (sources: Record<string, string>) =>
  findViolations(Object.entries(sources).map(([path, source]) => ({ path, source })))

export const importing = (specifier: string) => `import { it } from '${specifier}'`
