import { posix } from 'node:path'
import { type Expression, type Program, type Span, Visitor } from 'oxc-parser'

/** A module, the specifiers of what it loads, and the names of its state (module.ts). */
type Module = { path: string; loads: string[]; state: string[] }

/** What renders the pages on the server, for many people at once. */
const RENDERER = 'web/src/start/render.tsx'

/** The modules that it may reach although they have state, and why nothing of a person gets into it there. */
const EXCEPTIONS: Record<string, string> = {
  'contract/src/donors/eligibility.ts': 'A format, made when it is first needed.',
  'contract/src/forms.ts': 'The rules of forms, noted when the schemas are loaded.',
  'contract/src/typed-text/clean.ts': 'The values of digits, which are the same for everybody.',
  'web/src/admin/frame/use-shortcuts.ts': 'Its listeners subscribe in the browser.',
  'web/src/api/call.ts': 'How calls are answered, set when the renderer is loaded.',
  'web/src/api/connection-check.ts': 'Checks are registered by effects.',
  'web/src/api/recent-password.ts': 'Prompts are registered by effects; without one, nobody is asked.',
  'web/src/api/reply-cache.ts':
    'Replies are cached by calls over the network; the renderer answers its calls itself.',
  'web/src/device/offline/trusted-worker-url.ts': 'A policy of the browser.',
  'web/src/device/recent-calls.ts': 'It is read from the storage of the browser; the server has none.',
  'web/src/forms/history-guard.ts': 'Entries are numbered, and guards set, by effects.',
  'web/src/session/sent-page.ts': 'It says whether the browser is taking over a page.',
  'web/src/session/session-changes.ts': 'By the cache of queries, of which each rendering has its own.',
  'web/src/start/render.tsx': 'What keeps the calls of renderings apart; the settings of the site.',
  'web/src/ui/browser/clock.ts': 'The time is held while one page is rendered, in one step.',
  'web/src/ui/browser/lazy-page.tsx': 'What loads the code of the pages.',
  'web/src/ui/feedback/late-message.ts': 'It is said by what ends in the browser; the renderer sees none.',
  'web/src/ui/records/relative-time.tsx':
    'Its listeners subscribe in the browser; without one, the time is that of the clock.',
  'web/src/ui/theme/theme.ts': 'Its listeners subscribe in the browser.',
}

/** Modules that the renderer reaches and that have state, which all people would share on the server. */
export function renderedStateViolations(modules: Module[]): string[] {
  const withState = reachedBy(RENDERER, modules).filter(({ state }) => state.length > 0)
  if (!modules.some(({ path }) => path === RENDERER)) return []
  const isExcepted = ({ path }: Module) => EXCEPTIONS[path] !== undefined
  const outdated = Object.keys(EXCEPTIONS).filter(path => !withState.some(module => module.path === path))
  return [
    ...withState
      .filter(module => !isExcepted(module))
      .map(
        ({ path, state }) =>
          `${path} has state (${state.join(', ')}), and ${RENDERER} reaches it: on the server all people would share it. Keep it in a component, the cache of queries or a context; or say in tools/import-rules/rendered-state.ts why it holds nothing of a person there.`,
      ),
    ...outdated.map(path => `${path} has no state that ${RENDERER} reaches: take it out of EXCEPTIONS.`),
  ]
}

const CONTRACT = '@blood-bank/contract/'

/** What a module loads, at once or later, with all that this loads. */
function reachedBy(path: string, modules: Module[]): Module[] {
  const byPath = new Map(modules.map(module => [module.path, module]))
  const reached = new Set([byPath.get(path)])
  for (const module of reached)
    for (const specifier of module?.loads ?? [])
      if (specifier.startsWith('.'))
        reached.add(byPath.get(posix.join(posix.dirname(module?.path ?? ''), specifier)))
      else if (specifier.startsWith(CONTRACT))
        reached.add(byPath.get(`contract/src/${specifier.slice(CONTRACT.length)}.ts`))
  return [...reached].filter(module => module !== undefined)
}

/** Classes whose values do not change; those of `Intl` are members. */
const CONSTANT = /^(?:RegExp|URL|Date|TextEncoder|TextDecoder)$/
const CHANGES = /^(?:set|add|push|splice|delete|clear|pop|shift|unshift|sort|reverse|fill)$/

/**
 * What a module keeps and can change: variables, collections and other values of a class whose type is not read-only, empty
 * arrays and objects, what a function `create…` of the project makes, and what it changes of its own or imports.
 * @param imports the names of what it imports by a relative path, and from packages
 */
export function readState(
  { program, source }: { program: Program; source: string },
  imports: { relative: string[]; packages: string[] },
): string[] {
  const names = new Set(imports.relative)
  const state = new Set<string>()
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || declaration.declare) continue
    for (const { id, init } of declaration.declarations) {
      const textOf = ({ start, end }: Span) => source.slice(start, end)
      const name = id.type === 'Identifier' ? id.name : textOf(id)
      names.add(name)
      const annotation: Span | null = id.typeAnnotation ?? null
      const isConstant =
        (annotation && /^:\s*readonly/i.test(textOf(annotation))) || !makesState(init, imports.packages)
      if (declaration.kind !== 'const' || !isConstant) state.add(name)
    }
  }
  const noteChange = (changed: unknown) => {
    const name = rootOf(changed as Expression)
    if (name !== null && names.has(name)) state.add(name)
  }
  new Visitor({
    AssignmentExpression({ left }) {
      if (left.type === 'MemberExpression') noteChange(left)
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      if (name === 'assign' && rootOf(callee) === 'Object') noteChange(first)
      else if (CHANGES.test(name)) noteChange(callee.object)
    },
  }).visit(program)
  return [...state]
}

function makesState(init: Expression | null, packages: string[]): boolean {
  if (init?.type === 'ArrayExpression') return init.elements.length === 0
  if (init?.type === 'ObjectExpression') return init.properties.length === 0
  if (init?.type !== 'NewExpression' && init?.type !== 'CallExpression') return false
  if (init.callee.type !== 'Identifier') return false
  const { name } = init.callee
  return init.type === 'NewExpression'
    ? !CONSTANT.test(name)
    : /^create[A-Z]/.test(name) && !packages.includes(name)
}

/** The `a` of `a.b.c`. */
const rootOf = (expression: Expression): string | null =>
  expression?.type === 'MemberExpression'
    ? rootOf(expression.object)
    : expression?.type === 'Identifier'
      ? expression.name
      : null
