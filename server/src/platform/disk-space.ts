import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'

const MB = 1_000_000

/** Below either, admins are warned: emails and requests are refused once nothing is left. */
const FEW_MB = 500
const FEW_PERCENT = 10

export type DiskSpace = { freeMb: number; totalMb: number; isLow: boolean }

/**
 * Reads how much space is left for the data folder, as far as its owner may use it.
 * @returns null with a PostgreSQL elsewhere, whose disk cannot be seen from here, or if the system does not tell
 */
export async function readDiskSpace({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<DiskSpace | null> {
  if (databaseUrl !== null) return null
  const system = await statfs(dataDir).catch(() => null)
  return system && spaceOf(system)
}

/** @param system blocks of a file system and their size, as statfs tells */
export function spaceOf({
  bavail,
  blocks,
  bsize,
}: {
  bavail: number
  blocks: number
  bsize: number
}): DiskSpace {
  const freeMb = Math.floor((bavail * bsize) / MB)
  const totalMb = Math.floor((blocks * bsize) / MB)
  return { freeMb, totalMb, isLow: freeMb < FEW_MB || freeMb * 100 < totalMb * FEW_PERCENT }
}
