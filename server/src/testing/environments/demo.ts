import { setDemoDefaults } from '../../operations/demo/config.ts'

/** The environment of the demo, extended by `more`. */
export function createDemoEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const environment = { ...more }
  setDemoDefaults(environment)
  return environment
}
