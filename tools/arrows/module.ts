import { parseSync, type Span, Visitor } from 'oxc-parser'

export type SourceFile = { path: string; source: string }

/** A file as far as its imports go; specifiers as they are written, each once. */
export type Module = {
  path: string
  imports: string[]
  /** From where it passes on what is not its own. */
  reExports: string[]
  isReadable: boolean
}

const HOLDS_CODE = /\.[cm]?[jt]sx?$/

/** Reads what a file imports, types and lazy imports too; style sheets import nothing that concerns us. */
export function readModule({ path, source }: SourceFile): Module {
  if (!HOLDS_CODE.test(path)) return { path, imports: [], reExports: [], isReadable: true }
  const { module, program, errors } = parseSync(path, source)
  const reExports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  const lazy = module.dynamicImports.map(({ moduleRequest }) => moduleRequest)
  const types: Span[] = []
  new Visitor({ TSImportType: ({ argument }) => types.push(argument) }).visit(program)
  const imports = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reExports,
    ...[...lazy, ...types].map(({ start, end }) => literal(source.slice(start, end))),
  ]
  return {
    path,
    imports: [...new Set(imports.filter(specifier => specifier !== null))],
    reExports: [...new Set(reExports)],
    isReadable: errors.length === 0,
  }
}

/** The text between the quotes; null for an address that is computed. */
const literal = (expression: string) => /^(['"`])([^'"`$]+)\1$/.exec(expression)?.[2] ?? null
