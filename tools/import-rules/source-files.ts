import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './module.ts'

const EXCLUDED = ['**/node_modules/**', '**/dist/**']

/** All code and style sheets of the workspaces and of `tools`, with paths relative to the root folder. */
export function readSourceFiles(root: string): SourceFile[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  const patterns = [...workspaces, 'tools'].map(workspace => `${workspace}/**/*.{ts,tsx,mts,js,mjs,css}`)
  return globSync(patterns, { cwd: root, exclude: EXCLUDED })
    .sort()
    .map(path => ({ path, source: readFileSync(join(root, path), 'utf8') }))
}
