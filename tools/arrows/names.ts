const NO_NAME = /(?:^|-)(?:utils?|helpers?|misc|common|lib)$/

/** Names of files and folders that say nothing of what is inside. */
export function nameFaults(path: string): string[] {
  const said = path.split('/').map(part => part.split('.', 1)[0] ?? '')
  const fault = said.find(name => NO_NAME.test(name))
  return fault === undefined ? [] : [`${path}: ${fault} is not a name. Say what is in it.`]
}
