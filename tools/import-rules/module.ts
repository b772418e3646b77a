import { parseSync, type Span, Visitor } from 'oxc-parser'
import { readTables, type Tables } from './tables.ts'

export type SourceFile = { path: string; source: string }

/** What the rules look at in a file. Specifiers are as they are written, without duplicates. */
export type Module = {
  path: string
  imports: string[]
  /** The specifiers of its re-exports. */
  reExports: string[]
  tables: Tables
}

const IS_CODE = /\.[cm]?[jt]sx?$/

/**
 * Reads a file, including types and dynamic imports. Style sheets have no imports that matter here; a file with a syntax error
 * has those before it, and fails the check of types.
 */
export function readModule({ path, source }: SourceFile): Module {
  if (!IS_CODE.test(path)) return { path, imports: [], reExports: [], tables: { declared: [], uses: [] } }
  const { module, program } = parseSync(path, source)
  const reExports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => moduleRequest)
  const types: Span[] = []
  new Visitor({ TSImportType: ({ argument }) => types.push(argument) }).visit(program)
  const imports = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reExports,
    ...[...dynamic, ...types].map(({ start, end }) => literal(source.slice(start, end))),
  ]
  return {
    path,
    imports: [...new Set(imports.filter(specifier => specifier !== null))],
    reExports: [...new Set(reExports)],
    tables: readTables(program),
  }
}

/** The content of a string literal; null for a computed specifier. */
const literal = (expression: string) => /^(['"`])([^'"`$]+)\1$/.exec(expression)?.[2] ?? null
