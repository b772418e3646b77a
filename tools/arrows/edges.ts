import { posix } from 'node:path'
import type { Module } from './module.ts'

/** An import of one file by another, both of this repository. */
export type Edge = { from: string; to: string; specifier: string }

const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

/** The relative imports of all files; `?raw` and the like is no part of a file's name. */
export function edgesOf(modules: Module[]): Edge[] {
  const paths = new Set(modules.map(({ path }) => path))
  return modules.flatMap(({ path, imports }) =>
    imports.filter(isRelative).map(specifier => {
      const target = posix.join(posix.dirname(path), specifier.replace(/[?#].*$/, ''))
      const ending = ENDINGS.find(ending => paths.has(target + ending)) ?? ''
      return { from: path, to: target + ending, specifier }
    }),
  )
}

export const isRelative = (specifier: string) => /^\.{1,2}(\/|$)/.test(specifier)
