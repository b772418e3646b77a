import { faultsOf } from '../faults.ts'

/** The faults of files that are given by path, each with its source. */
export const faultsIn = (sources: Record<string, string>) =>
  faultsOf(Object.entries(sources).map(([path, source]) => ({ path, source })))

export const importing = (specifier: string) => `import { it } from '${specifier}'`
