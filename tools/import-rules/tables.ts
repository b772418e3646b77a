import { type Expression, type Program, type SpreadElement, type TemplateLiteral, Visitor } from 'oxc-parser'
import { isTest, placeOf } from './order.ts'

/** A table that a statement reads or writes, as it is named in SQL. */
type Use = { table: string; writes: boolean }

/** The tables that a file declares for Kysely, and those that its statements name. */
export type Tables = { declared: string[]; uses: Use[] }

const READS = /^(?:selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?)$/
const WRITES = /^(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/

/** Text outside of a template `sql` counts if it begins like a statement. */
const STATEMENT = /^\s*(?:select|with|insert|update|delete|merge|truncate)\s/
const NAMED =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|from|join)\s+(?:only\s+|lateral\s+)?"?([a-z_]+)/g

/** Finds the tables in Kysely's calls, in templates `sql`, and in strings that are statements. */
export function readTables(program: Program): Tables {
  const declared: string[] = []
  const uses: Use[] = []
  const readText = (text: string) => {
    for (const [, verb = '', table = ''] of text.matchAll(NAMED))
      uses.push({ table, writes: verb !== 'from' && verb !== 'join' })
  }
  const readStatement = (text: string) => {
    if (STATEMENT.test(text)) readText(text)
  }
  new Visitor({
    TSInterfaceDeclaration({ id, body }) {
      if (id.name !== 'Schema') return
      for (const member of body.body)
        if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier')
          declared.push(inSql(member.key.name))
    },
    CallExpression({ callee, arguments: [tables] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const writes = WRITES.test(callee.property.name)
      if (!writes && !READS.test(callee.property.name)) return
      for (const table of namesIn(tables)) uses.push({ table, writes })
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') readText(textOf(quasi))
    },
    TemplateLiteral: template => readStatement(textOf(template)),
    Literal({ value }) {
      if (typeof value === 'string') readStatement(value)
    },
  }).visit(program)
  return { declared, uses }
}

const textOf = ({ quasis }: TemplateLiteral) => quasis.map(({ value }) => value.raw).join(' ? ')

/** The names in `'donors as donor'` or `['donors', 'users']`. */
function namesIn(argument: Expression | SpreadElement | null | undefined): string[] {
  if (argument?.type === 'ArrayExpression') return argument.elements.flatMap(namesIn)
  if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return []
  return [inSql(argument.value.split(' ', 1)[0] ?? '')]
}

/** Kysely's `bloodRequests` is `blood_requests` in the database. */
const inSql = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Beginnings of "path table" that use tables of others, and why. */
const EXCEPTIONS = {
  'server/src/operations/demo/':
    'It fills the tables before anybody uses them, with times that no call can give.',
  'server/src/operations/storage/migrations/': 'A migration changes rows together with their table.',
}

/** Statements that write a table of another owner, or read one of a higher place. Tests are free. */
export function tableViolations(modules: { path: string; tables: Tables }[]): string[] {
  const owners = new Map(
    modules.flatMap(({ path, tables }) => {
      const place = placeOf(path)
      return place ? tables.declared.map(table => [table, place] as const) : []
    }),
  )
  const violations = modules.flatMap(({ path, tables: { uses } }) => {
    const place = placeOf(path)
    if (!place || isTest(path)) return []
    return uses.flatMap(({ table, writes }) => {
      const owner = owners.get(table)
      if (!owner || Object.keys(EXCEPTIONS).some(beginning => `${path} ${table}`.startsWith(beginning)))
        return []
      if (writes && owner.name !== place.name)
        return `${path} writes ${table}. Only ${owner.name} writes it: call a function of that folder, or take one as a hook.`
      if (owner.rank > place.rank)
        return `${path} reads ${table}. ${place.name} must not read tables of ${owner.name}: take what you need as an argument or a hook.`
      return []
    })
  })
  return [...new Set(violations)]
}
