/** The files of the repository: path from the root folder → content. */
type Sources = ReadonlyMap<string, string>

/** Comments that cite a section which has no heading `## 5. …` in docs/conformance.md, or another document's section. */
export function citationFaults(document: string, sources: Sources): string[] {
  const sections = new Set([...document.matchAll(/^#+ (\d[\d.]*)\. /gm)].map(([, number]) => number))
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/(?:(\w+),? )?§(\d+(?:\.\d+)*)/g)]
      .filter(([, before = 'spec', number]) => before !== 'spec' || !sections.has(number))
      .map(([citation]) => `${path}: "${citation}" leads nowhere. Write (spec §5): docs/conformance.md.`),
  )
}

/** Texts in double quotes in docs/conformance.md that the product does not have exactly once. */
export function messageFaults(document: string, sources: Sources): string[] {
  const product = [...sources].filter(([path]) => isProduct(path))
  return [...document.matchAll(/"([^"]+)"/g)].flatMap(([, quoted = '']) => {
    const pattern = patternOf(collapseSpace(quoted))
    const places = product.flatMap(([path, text]) =>
      Array.from(collapseSpace(text).matchAll(pattern), () => path),
    )
    return places.length === 1
      ? []
      : [`"${quoted}" must occur once in the sources. It occurs in: ${places.join(', ') || 'none'}.`]
  })
}

/** Tests may repeat a message; the product may not. */
const isProduct = (path: string) =>
  /^(contract|server|web)\/src\//.test(path) && !/\.(test|long)\.tsx?$|\/testing\//.test(path)

/** The formatter may break a text at any space. */
const collapseSpace = (text: string) => text.replace(/\s+/g, ' ')

/** `{group}` in a message stands for a template placeholder `${…}` in the sources. */
const patternOf = (message: string) =>
  new RegExp(message.replace(/[\\^$.*+?()[\]|]/g, '\\$&').replace(/\{\w+\}/g, '\\$\\{[^}]+\\}'), 'g')
