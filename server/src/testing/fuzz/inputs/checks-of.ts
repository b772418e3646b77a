import type * as z from 'zod/mini'

type CheckDef = {
  check?: string
  minimum?: number
  maximum?: number
  value?: number
  format?: string
  pattern?: RegExp
}

/** What a schema asks of a text or a number, gathered from its checks. */
export type SchemaChecks = { least: number | undefined; most: number | undefined; patterns: RegExp[] }

/** The limits of a schema and its patterns, but for those of formats; refinements say nothing of themselves. */
export function checksOf(schema: z.core.$ZodType): SchemaChecks {
  const own = schema._zod.def as CheckDef & { checks?: { _zod: { def: CheckDef } }[] }
  const all = [own, ...(own.checks ?? []).map(({ _zod }) => _zod.def)]
  const limitOf = (...checks: string[]) => all.findLast(({ check = '' }) => checks.includes(check))
  const least = limitOf('min_length', 'greater_than')
  const most = limitOf('max_length', 'less_than')
  return {
    least: least?.minimum ?? least?.value,
    most: most?.maximum ?? most?.value,
    patterns: all.filter(({ format }) => format === 'regex').flatMap(({ pattern }) => pattern ?? []),
  }
}
