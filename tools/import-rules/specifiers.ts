import { posix } from 'node:path'
import { isRelative } from './file-imports.ts'
import { type Location, locate, mayImport, mayImportFrom } from './locations.ts'
import type { Module } from './module.ts'

const SCOPE = '@blood-bank/'
const ALIAS = /^([#~/]|@\/|src\/)/
const ZOD = /^zod(\/|$)/

/** Imports of another workspace that are not allowed, path aliases, and packages that the contract must not import. */
export function specifierViolations({ path, imports }: Module): string[] {
  const location = locate(path)
  const { workspace } = location
  if (workspace === null) return []
  return imports.flatMap(specifier => {
    const rule = isRelative(specifier)
      ? ruleAgainstPath(posix.join(posix.dirname(path), specifier), workspace)
      : ruleAgainstName(specifier, { ...location, workspace })
    return rule === null ? [] : [`${path} imports ${specifier}. ${rule}`]
  })
}

const ruleAgainstPath = (target: string, workspace: string) =>
  target.startsWith(`${workspace}/`)
    ? null
    : 'Relative paths stay inside a workspace: import another workspace by its package name.'

function ruleAgainstName(
  specifier: string,
  { workspace, isInSrc, isTest, isTesting }: Location & { workspace: string },
) {
  if (ALIAS.test(specifier)) return 'There are no path aliases: write the relative path of the file.'
  if (specifier.startsWith(SCOPE)) {
    const imported = specifier.slice(SCOPE.length)
    const [other = '', folder] = imported.split('/')
    if (mayImportFrom(workspace, imported)) return null
    if (other === workspace)
      return 'Inside a workspace paths are relative: write the relative path of the file.'
    if (!mayImport(workspace, other))
      return `${workspace} must not import ${other}: move what both need to the contract.`
    if (folder === 'testing' && !isTest && !isTesting)
      return 'Only tests import testing: move what the product needs out of there.'
  }
  if (workspace === 'contract' && isInSrc && !isTest && !ZOD.test(specifier))
    return 'The contract imports zod and nothing else: do this in the server or in the web.'
  return null
}
