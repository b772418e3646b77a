import { setDemoDefaults } from '../../operations/demo/config.ts'

/** What the demo is started with, and `more`. */
export function createDemoEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const environment = { ...more }
  setDemoDefaults(environment)
  return environment
}
