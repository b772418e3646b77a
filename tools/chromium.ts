import { findProgram, installDebianPackage, isProgram, type Machine, thisMachine } from './debian-package.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

const HOW_TO_INSTALL =
  'The end-to-end tests need Chromium, which was not found. Install it (on Debian: apt-get install chromium), ' +
  'or set CHROMIUM_PATH to its path.'

/**
 * The path of Chromium: CHROMIUM_PATH, otherwise the first on the PATH, otherwise Debian's, which root installs now.
 * @throws an error that says what to do
 */
export async function requireChromium(machine: Machine = thisMachine()): Promise<string> {
  const chromium = findChromium(machine.environment) ?? (await installChromium(machine))
  if (chromium === null) throw new Error(HOW_TO_INSTALL)
  return chromium
}

function findChromium({ CHROMIUM_PATH, PATH }: NodeJS.ProcessEnv): string | null {
  if (!CHROMIUM_PATH) return findProgram(NAMES, PATH)
  if (isProgram(CHROMIUM_PATH)) return CHROMIUM_PATH
  throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, but no program is there.`)
}

const installChromium = async (machine: Machine) =>
  (await installDebianPackage(machine, 'chromium')) ? findChromium(machine.environment) : null
