import { posix } from 'node:path'
import type { Module } from './module.ts'

/** An import of one file of this repository by another. */
export type FileImport = { from: string; to: string; specifier: string }

const EXTENSIONS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

/** The relative imports of all files. A query such as `?raw` is not part of the file name. */
export function importsBetween(modules: Module[]): FileImport[] {
  const paths = new Set(modules.map(({ path }) => path))
  return modules.flatMap(({ path, imports }) =>
    imports.filter(isRelative).map(specifier => {
      const target = posix.join(posix.dirname(path), specifier.replace(/[?#].*$/, ''))
      const extension = EXTENSIONS.find(extension => paths.has(target + extension)) ?? ''
      return { from: path, to: target + extension, specifier }
    }),
  )
}

export const isRelative = (specifier: string) => /^\.{1,2}(\/|$)/.test(specifier)
