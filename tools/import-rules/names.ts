const EMPTY_NAME = /(?:^|-)(?:utils?|helpers?|misc|common|lib)$/

/** Files and folders whose name says nothing about their content. */
export function nameViolations(path: string): string[] {
  const names = path.split('/').map(part => part.split('.', 1)[0] ?? '')
  const found = names.find(name => EMPTY_NAME.test(name))
  return found === undefined
    ? []
    : [`${path}: "${found}" says nothing about the content. Choose another name.`]
}
