import { parseSync, type Span, Visitor } from 'oxc-parser'
import { readState } from './rendered-state.ts'
import { readTables, type Tables } from './tables.ts'

export type SourceFile = { path: string; source: string }

/** What the rules look at in a file. Specifiers are as they are written, without duplicates. */
export type Module = {
  path: string
  imports: string[]
  /** The specifiers of its re-exports. */
  reExports: string[]
  /** The specifiers of what it loads, at once or later: imports without those of types. */
  loads: string[]
  /** The names of what it keeps and can change (rendered-state.ts). */
  state: string[]
  tables: Tables
}

const IS_CODE = /\.[cm]?[jt]sx?$/

/**
 * Reads a file, including types and dynamic imports. Style sheets have no imports that matter here; a file with a syntax error
 * has those before it, and fails the check of types.
 */
export function readModule({ path, source }: SourceFile): Module {
  if (!IS_CODE.test(path))
    return { path, imports: [], reExports: [], loads: [], state: [], tables: { declared: [], uses: [] } }
  const { module, program } = parseSync(path, source)
  const reExports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  const literalAt = ({ start, end }: Span) => literal(source.slice(start, end))
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => literalAt(moduleRequest))
  const types: Span[] = []
  new Visitor({ TSImportType: ({ argument }) => types.push(argument) }).visit(program)
  const imports = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reExports,
    ...dynamic,
    ...types.map(literalAt),
  ]
  const loads = module.staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
  )
  const namesFrom = (isOfProject: boolean) =>
    module.staticImports
      .filter(({ moduleRequest: { value } }) => value.startsWith('.') === isOfProject)
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value))
  return {
    path,
    imports: [...new Set(imports.filter(specifier => specifier !== null))],
    reExports: [...new Set(reExports)],
    loads: [...loads.map(({ moduleRequest }) => moduleRequest.value), ...dynamic].filter(
      load => load !== null,
    ),
    state: readState({ program, source }, { relative: namesFrom(true), packages: namesFrom(false) }),
    tables: readTables(program),
  }
}

/** The content of a string literal; null for a computed specifier. */
const literal = (expression: string) => /^(['"`])([^'"`$]+)\1$/.exec(expression)?.[2] ?? null
