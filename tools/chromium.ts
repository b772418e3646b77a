import { findProgram, installDebianPackage, isProgram, type Machine, thisMachine } from './debian-package.ts'

/** Chromium without the windows around the pages: the end-to-end tests take two thirds of the time with it. */
const HEADLESS_SHELL = 'chromium-headless-shell'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome']

const HOW_TO_INSTALL =
  'The end-to-end tests need Chromium, which was not found. Install it (on Debian: apt-get install chromium-headless-shell), ' +
  'or set CHROMIUM_PATH to its path.'

/**
 * The path of Chromium: CHROMIUM_PATH, otherwise Debian's headless shell, which root installs now if it is missing,
 * otherwise the first full browser on the PATH.
 * @throws an error that says what to do
 */
export async function requireChromium(machine: Machine = thisMachine()): Promise<string> {
  const { CHROMIUM_PATH, PATH } = machine.environment
  if (CHROMIUM_PATH) {
    if (isProgram(CHROMIUM_PATH)) return CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, but no program is there.`)
  }
  const findHeadlessShell = () => findProgram([HEADLESS_SHELL], PATH)
  const chromium =
    findHeadlessShell() ??
    ((await installDebianPackage(machine, HEADLESS_SHELL)) ? findHeadlessShell() : null) ??
    findProgram(BROWSERS, PATH)
  if (chromium === null) throw new Error(HOW_TO_INSTALL)
  return chromium
}
