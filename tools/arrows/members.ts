import { posix } from 'node:path'
import { isRelative } from './edges.ts'
import type { Module } from './module.ts'
import { mayImport, type Place, placeOf } from './places.ts'

const SCOPE = '@blood-bank/'
const ALIAS = /^([#~/]|@\/|src\/)/
const ZOD = /^zod(\/|$)/

/** What is wrong with the addresses that a file imports from: between members, and of packages. */
export function memberFaults({ path, imports }: Module): string[] {
  const place = placeOf(path)
  const { member } = place
  if (member === null) return []
  return imports.flatMap(specifier => {
    const fault = isRelative(specifier)
      ? faultOfPath(posix.join(posix.dirname(path), specifier), member)
      : faultOfName(specifier, { ...place, member })
    return fault === null ? [] : [`${path} imports ${specifier}. ${fault}`]
  })
}

const faultOfPath = (target: string, member: string) =>
  target.startsWith(`${member}/`)
    ? null
    : 'Relative paths stay inside a member: import another member by its package name.'

function faultOfName(specifier: string, { member, isInSrc, isTest, isTesting }: Place & { member: string }) {
  if (ALIAS.test(specifier)) return 'There are no path aliases: write the relative path of the file.'
  if (specifier.startsWith(SCOPE)) {
    const [other = ''] = specifier.slice(SCOPE.length).split('/', 1)
    if (other === member) return 'Inside a member paths are relative: write the relative path of the file.'
    if (!mayImport(member, other))
      return `${member} must not import ${other}: move what both need to the contract.`
    if (/\/testing\//.test(specifier) && !isTest && !isTesting)
      return 'Only tests import testing: move what the product needs out of there.'
  }
  if (member === 'contract' && isInSrc && !isTest && !ZOD.test(specifier))
    return 'The contract imports zod and nothing else: do this in the server or in the web.'
  return null
}
