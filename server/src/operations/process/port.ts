import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Config } from '../../config.ts'

/** A port of an address of this machine on which nothing listens. */
export const findFreePort = (host = '127.0.0.1'): Promise<number> => listenOnce({ host, port: 0 })

/** Before a database is created for nothing. @throws an error that says what to do if the server cannot listen */
export const requireFreePort = (config: Pick<Config, 'host' | 'port'>) =>
  listenOnce(config).catch(error => throwCannotListen(config, error))

async function listenOnce({ host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  const { port: taken } = probe.address() as AddressInfo
  await once(probe.close(), 'close')
  return taken
}

export function throwCannotListen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  error: NodeJS.ErrnoException,
): never {
  throw new Error(
    error.code === 'EADDRINUSE'
      ? `Port ${port} of ${host} is in use by another program. Stop it, or set PORT to a free port.`
      : `The server cannot listen on port ${port} of ${host} (${error.message}). Set HOST to an address of this machine, and PORT to a port that its user may use.`,
    { cause: error },
  )
}
