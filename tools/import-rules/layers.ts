import type { FileImport } from './file-imports.ts'
import { FEATURE_ORDER, type Location, layerName, locate, topLayerOf } from './locations.ts'

/** Imports of a higher layer, of a sibling feature, or of test code by the product. */
export function layerViolations(imports: FileImport[]): string[] {
  const layerOf = layersFrom(imports)
  return imports.flatMap(({ from, to, specifier }) => {
    const rule = ruleAgainst({ from, to }, layerOf)
    return rule === null ? [] : [`${from} imports ${specifier}. ${rule}`]
  })
}

type LayerOf = (path: string) => number

function ruleAgainst({ from, to }: { from: string; to: string }, layerOf: LayerOf): string | null {
  const importer = locate(from)
  const imported = locate(to)
  if (importer.workspace === null || importer.workspace !== imported.workspace || importer.isTesting)
    return null
  if (imported.isTesting)
    return importer.isTest ? null : 'Only tests import testing: move what the product needs out of there.'
  if (layerOf(from) < layerOf(to)) {
    const reason = imported.layer === null ? ` ${to} is in that layer because of its own imports.` : ''
    return upwardImport(importer.workspace, layerOf(from), layerOf(to)) + reason
  }
  return isSibling(importer, imported) ? siblingRule(importer, imported) : null
}

const isSibling = (one: Location, other: Location) =>
  one.feature !== null && other.feature !== null && one.feature !== other.feature

/** The features of the server stand in an order, and a feature may import those before it; those of the web none. */
function siblingRule({ workspace, feature }: Location, other: Location): string | null {
  if (workspace !== 'server')
    return 'No feature imports a sibling: move what both need to the contract or to a lower layer, or combine the two in a higher layer.'
  const [own, others] = [FEATURE_ORDER.indexOf(feature ?? ''), FEATURE_ORDER.indexOf(other.feature ?? '')]
  return own > others && others >= 0
    ? null
    : `The features stand in an order (${FEATURE_ORDER.join(', ')}), and a feature imports only those before it: pass a hook (server/src/hooks.ts), or move this file.`
}

const upwardImport = (workspace: string, from: number, to: number) =>
  `In ${workspace}, ${layerName(workspace, from)} must not import ${layerName(workspace, to)}: take what you need as an argument, or move this file to a higher layer.`

/**
 * A file directly in `src` belongs to the bottom layer if all its imports do, otherwise to the top layer: every layer
 * may import `config.ts`, only the top layer `app.ts`.
 */
function layersFrom(imports: FileImport[]): LayerOf {
  const known = new Map<string, number>()
  const importsOf = Map.groupBy(imports, ({ from }) => from)
  const layerOf = (path: string): number => {
    const { workspace, layer } = locate(path)
    if (layer !== null || workspace === null) return layer ?? 0
    const found = known.get(path)
    if (found !== undefined) return found
    // Set before the recursion, so that it ends at a cycle.
    known.set(path, 0)
    const isAtBottom = (importsOf.get(path) ?? []).every(({ to }) => layerOf(to) === 0)
    known.set(path, isAtBottom ? 0 : topLayerOf(workspace))
    return known.get(path) ?? 0
  }
  return layerOf
}
