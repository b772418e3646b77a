import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const ROUTER = dirname(createRequire(import.meta.url).resolve('react-router/package.json'))

/** `Form.displayName = "Form"`: a name for developers, and to the bundler a use of what nobody uses. */
const NAMED = /^\w+\.displayName = "[^"]*";$/gm

/** What only makes something, where the bundler cannot know. */
const MAKERS = /= (React\d*\.(?:forwardRef|createContext|memo)\()/g

/** A class is made where it stands, which the bundler takes for something that happens. */
const CLASS = /^var (\w+) = class extends (React\d*\.Component) \{$([\s\S]*?)^\};$/gm

/**
 * Leaves out of the script of every page what we do not use of the router: its development build, and the parts for
 * servers and forms that only their names keep alive. A seventh of its weight remains of those otherwise.
 */
export const lightRouter: Plugin = {
  name: 'light-router',
  apply: 'build',
  enforce: 'pre',
  resolveId: id => (id === 'react-router' ? join(ROUTER, 'dist/production/index.mjs') : null),
  transform: {
    filter: { id: /react-router\/dist\/production/ },
    handler: code =>
      code
        .replaceAll(NAMED, '')
        .replaceAll(MAKERS, '= /* @__PURE__ */ $1')
        .replaceAll(
          CLASS,
          (_, name, parent, body) =>
            `var ${name} = /* @__PURE__ */ (() => class extends ${parent} {${body}})();`,
        ),
  },
}
