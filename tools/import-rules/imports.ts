import { posix } from 'node:path'
import type { Module } from './module.ts'
import { isTest, isTesting, mayImport, placeOf } from './order.ts'

/** An import of one file of a workspace by another. */
export type FileImport = { from: string; to: string; specifier: string }

const isRelative = (specifier: string) => /^\.{1,2}(\/|$)/.test(specifier)

/** A query such as `?raw` is not part of the file name. */
const targetOf = (path: string, specifier: string) =>
  posix.join(posix.dirname(path), specifier.replace(/[?#].*$/, ''))

/** The relative imports of all files. */
export const importsBetween = (modules: Module[]): FileImport[] =>
  modules.flatMap(({ path, imports }) =>
    imports.filter(isRelative).map(specifier => ({ from: path, to: targetOf(path, specifier), specifier })),
  )

/** Imports against the order, of a sibling, of test code by the product, of another workspace, by an alias. */
export const importViolations = (modules: Module[]): string[] =>
  modules.flatMap(({ path, imports }) =>
    imports.flatMap(specifier => {
      const rule = isRelative(specifier)
        ? ruleAgainstPath(path, targetOf(path, specifier))
        : ruleAgainstName(path, specifier)
      return rule === null ? [] : [`${path} imports ${specifier}. ${rule}`]
    }),
  )

const ONLY_TESTS = 'Only tests import testing: move what the product needs out of there.'

function ruleAgainstPath(from: string, to: string): string | null {
  const [workspace] = from.split('/', 1)
  if (!to.startsWith(`${workspace}/`))
    return 'Relative paths stay inside a workspace: import another workspace by its package name.'
  if (isTesting(to)) return isTesting(from) || isTest(from) ? null : ONLY_TESTS
  const [importer, imported] = [placeOf(from), placeOf(to)]
  if (!importer || !imported) return null
  if (importer.rank < imported.rank)
    return `In ${workspace}, ${importer.name} must not import ${imported.name}: take what you need as an argument, or move this file to a higher place.`
  if (importer.rank === imported.rank && importer.name !== imported.name)
    return 'No feature imports a sibling: move what both need to a lower place, or combine the two in a higher one.'
  return null
}

const SCOPE = '@blood-bank/'
const ZOD = /^zod(\/|$)/

function ruleAgainstName(path: string, specifier: string): string | null {
  const [workspace = '', folder] = path.split('/')
  if (specifier.startsWith(SCOPE)) {
    const imported = specifier.slice(SCOPE.length)
    const [other = '', part] = imported.split('/')
    if (other === workspace)
      return 'Inside a workspace paths are relative: write the relative path of the file.'
    if (!mayImport(workspace, imported))
      return `${workspace} must not import ${imported}: move what both need to the contract.`
    if (part === 'testing' && folder === 'src' && !isTest(path) && !isTesting(path)) return ONLY_TESTS
  }
  if (workspace === 'contract' && folder === 'src' && !isTest(path) && !ZOD.test(specifier))
    return 'The contract imports zod and nothing else: do this in the server or in the web.'
  return null
}
