import type { Edge } from './edges.ts'
import { floorName, type Place, placeOf, topOf } from './places.ts'

/** Imports that go up, to a sibling feature, or from the product to what is there for tests. */
export function floorFaults(edges: Edge[]): string[] {
  const floorOf = floorsBy(edges)
  return edges.flatMap(({ from, to, specifier }) => {
    const fault = faultBetween({ from, to }, floorOf)
    return fault === null ? [] : [`${from} imports ${specifier}. ${fault}`]
  })
}

type FloorOf = (path: string) => number

function faultBetween({ from, to }: { from: string; to: string }, floorOf: FloorOf): string | null {
  const importer = placeOf(from)
  const imported = placeOf(to)
  if (importer.member === null || importer.member !== imported.member || importer.isTesting) return null
  if (imported.isTesting)
    return importer.isTest ? null : 'Only tests import testing: move what the product needs out of there.'
  if (floorOf(from) < floorOf(to)) {
    const reason = imported.floor === null ? ` ${to} stands there because of what it imports.` : ''
    return goesUp(importer.member, floorOf(from), floorOf(to)) + reason
  }
  if (isSibling(importer, imported))
    return 'No feature imports a sibling: move what both need to the contract or the ground floor, or put the two together one floor up.'
  return null
}

const isSibling = (one: Place, other: Place) =>
  one.feature !== null && other.feature !== null && one.feature !== other.feature

const goesUp = (member: string, from: number, to: number) =>
  `In ${member}, ${floorName(member, from)} must not import ${floorName(member, to)}: take what you need as an argument, or move this one floor up.`

/**
 * A file right in `src` stands on the ground while all that it imports does, else at the top: `config.ts` is
 * for everybody, `app.ts` for nobody below.
 */
function floorsBy(edges: Edge[]): FloorOf {
  const known = new Map<string, number>()
  const importsOf = Map.groupBy(edges, ({ from }) => from)
  const floorOf = (path: string): number => {
    const { member, floor } = placeOf(path)
    if (floor !== null || member === null) return floor ?? 0
    const found = known.get(path)
    if (found !== undefined) return found
    // Settled before looking further, so that a cycle ends here.
    known.set(path, 0)
    const isOnGround = (importsOf.get(path) ?? []).every(({ to }) => floorOf(to) === 0)
    known.set(path, isOnGround ? 0 : topOf(member))
    return known.get(path) ?? 0
  }
  return floorOf
}
