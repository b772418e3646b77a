import pg from 'pg'
import type { Address } from './connection.ts'

/** Calls `onNotify` at every notification of a channel, until the returned function is called. */
export type Listen = (channel: string, onNotify: () => void) => () => Promise<void>

const RETRY_MS = 1_000

/**
 * Listens on a connection of its own and comes back by itself when the connection breaks; `onNotify` is then
 * called once, since something may have been missed.
 */
export const listenAt =
  (address: Address): Listen =>
  (channel, onNotify) => {
    let isStopped = false
    let client: pg.Client | null = null
    let retry: NodeJS.Timeout | undefined

    const connect = async () => {
      const fresh = new pg.Client({ ...address, keepAlive: true })
      client = fresh
      const again = () => {
        if (isStopped || client !== fresh) return
        client = null
        fresh.end().catch(() => {})
        retry = setTimeout(connect, RETRY_MS)
      }
      fresh.on('error', again)
      fresh.on('end', again)
      fresh.on('notification', onNotify)
      try {
        await fresh.connect()
        await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
        onNotify()
      } catch {
        again()
      }
    }
    const connecting = connect()

    return async () => {
      isStopped = true
      clearTimeout(retry)
      await connecting
      await client?.end().catch(() => {})
    }
  }
