import { type Sample, sampleOf } from './measures.ts'
import { type Scenario, simulateCampus } from './simulate-campus.ts'

/** Simulates a scenario on so many campuses; the first of every scenario has the same people, and so on. */
export const simulateCampuses = (scenario: Scenario, count: number): Sample[] =>
  Array.from({ length: count }, (_, seed) => sampleOf(simulateCampus(scenario, seed)))
